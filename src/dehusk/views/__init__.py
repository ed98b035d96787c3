"""What can be said of a page without judging it: what readers see, and how it is counted.

`visible.py` is the text that readers see, `hidden.py` and `shown.py` say which rows they do not see,
by markup and by layout; `blocks.py` cuts the page into text blocks; `wording.py` and `sentences.py`
count words and sentences; `pagination.py` finds where a page goes on. This room knows `dehusk.page`.
"""
