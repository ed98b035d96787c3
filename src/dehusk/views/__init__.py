"""What can be said of a page without judging it: what readers see, and how it is counted.

`text_counts.py` counts the text that readers see; `hidden.py` and `layout_view.py` find the rows they
do not see, by markup and by layout; `blocks.py` cuts the page into text blocks; `wording.py` and
`sentences.py` count words and sentences; `pagination.py` finds the next pages. This room knows
`dehusk.page`.
"""
