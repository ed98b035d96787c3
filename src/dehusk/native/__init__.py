"""The loops that are too hot for Python, in Cython; what they decide by is passed in.

| module | from | to |
| --- | --- | --- |
| `page_columns` | bytes of HTML | the columns of a page; checks those from elsewhere |
| `scan` | columns | what a reader sees of each row, and where blocks begin |
| `find` | columns | attributes, names, lines and comments that rules ask for |
| `features`, `forest` | blocks | a row of numbers for each, and which are kept |
| `content` | a page and what is kept of it | rows of a content |
| `write` | rows of a content | text, HTML, JSON, Markdown |
| `xpath` | rows of a page | their XPath and where they stood in the source |

A module is its `.pyx` and the files in the folder of its name, where there is one; that of
`page_columns` is `parser/`.
`codes.py` has the numbers that both languages share. For all native code, `arrays.pxd` tells the
memory of arrays, `buffer.pxd` has bytes that become more, `characters.pxd` says what a character is,
`hiding.pxd` what hides an element, `roles.pxd` what a tag is, and `watch.pxd` is how loops notice that
time is up.
"""
