"""`python -m training`."""

from training.default import main

if __name__ == "__main__":
    main()
