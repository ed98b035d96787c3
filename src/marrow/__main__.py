"""`python -m marrow` is the command `marrow`."""

from marrow.cli import main

if __name__ == "__main__":
    main()
