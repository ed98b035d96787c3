"""The loops that are too hot for Python, in Cython; what they decide by is passed in.

`docs/native.md` says what each module does. `codes.py` has the numbers that both languages share,
`opened.pxd` the columns of a page, `arrays.pxd` the memory of arrays, `characters.pxd` what a
character is; `watch.pxd` is how loops notice that time is up.
"""
