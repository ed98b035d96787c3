"""The originals' own tests, with our replacements in the place of their functions.

`python -m tests.originals` (`make originals`) fetches the source distributions of the packages that
`dehusk.compat` stands in for, runs their tests twice, as they are and with the replacements put in
place, and writes bench/results/originals.md. A test counts when it passes as it is and calls what is replaced.
"""
