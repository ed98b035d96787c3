"""The content table as Markdown; `dehusk.writers.markdown` is the door to this module.

How blocks stand below each other, what lines are made of and where emphasis may stand is said here. What
to escape, and how code, formulas and tables are written, is in `dehusk.writers`, in Python, which also names the
characters for which it is to be asked (`Signs`): what has none of them, as most text, is written here.

In `markdown/`: `words` knows what has no such character, `pieces` what lines are made of, `marks` settles
emphasis, `lines` puts pieces together; `parts` are blocks that are written, `blocks` puts these together.
"""


include "markdown/words.pxi"
include "markdown/pieces.pxi"
include "markdown/marks.pxi"
include "markdown/lines.pxi"
include "markdown/parts.pxi"
include "markdown/blocks.pxi"
