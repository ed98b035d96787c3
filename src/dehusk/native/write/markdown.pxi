"""The content table as Markdown; `dehusk.writers.markdown` is the door to this module.

How blocks stand below each other, in lists and in quotations, is said here. The rules of what to escape,
where emphasis may stand and how tables and code are written are in `dehusk.writers`, in Python, which also
name the characters for which they are to be asked (`Signs`). What has none of them, as most lines, is put
together here. In others the rules are asked for a picture, an address, or the pieces of a line
or of a link (`Ways`); where that is not enough they write the line.

In `markdown/`: `words` knows what has no such character, `pieces` what lines are made of, `lines`
puts them together; `parts` are blocks that are written, `blocks` puts these together.
"""


include "markdown/words.pxi"
include "markdown/pieces.pxi"
include "markdown/lines.pxi"
include "markdown/parts.pxi"
include "markdown/blocks.pxi"
