"""The loops that are too hot for Python, in Cython; what they decide by is passed in.

`columns.pyx` parses, `scan.pyx` marks what is seen of a page, `features.pyx` and `stated.pyx` fill the
columns of `default`, `trees.pyx` runs forests, `decision.pyx`, `names.pyx`, `comments.pyx` and
`attributes.pyx` serve decisions and rules, `described.pyx` and `lines.pyx` metadata,
`content.pyx` makes content, and `text.pyx`, `markdown.pyx`, `html.pyx` and `json.pyx` write it.
`opened.pxd` has the columns of a page, `arrays.pxd` the memory of arrays, `characters.pxd` what a
character is; `watch.pxd` is how loops notice that time is up.
"""
