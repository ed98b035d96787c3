"""The loops that are too hot for Python, in Cython; what they decide by is passed in.

`columns.pyx` parses, `features.pyx` and `stated.pyx` fill the columns of `default`, `trees.pyx` runs
forests, `decision.pyx` and `attributes.pyx` serve decisions and rules, `text.pyx` writes plain text.
`watch.pxd` is how loops notice that time is up.
"""
