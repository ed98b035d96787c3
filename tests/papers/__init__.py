"""The five papers once more: each algorithm literal, slow and small, to hold ours against.

Nothing here is vectorised and nothing is shared with `dehusk.extractors`: a page is a tree of `Node`,
and functions follow the papers' sentences and pseudocode one by one. What browsers show, words and
sentences are the library's views, which have tests of their own.
"""
