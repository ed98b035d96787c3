"""The field's history: the methods that papers compare with, each from its own paper.

- 2001 `bte` (Finn, Kushmerick, Smyth): one stretch with the most words and the fewest tags.
- 2002 `dsc` (Pinto et al.): several stretches, where the curve of tags over tokens is flat.
- 2005 `lqf` (Mantratzis, Orgun, Cassidy): what is mostly link text goes.
- 2005 `fe`, `kfe` (Debnath, Mitra, Pal, Giles): blocks of the DOM by the share of text in them.
- 2008 `ccb` (Gottron): content and code blurred as in a picture, until even stretches stand out.
- 2010 `numwords` (Kohlschütter et al.): words and links of a block and its neighbours, learned.
- 2010 `cetr` (Weninger, Hsu, Han): characters by tags, line by line, clustered.
- 2011 `cetd` (Sun, Song, Liao): characters by tags of a DOM node, its links held against it.
- 2013 `distiller` (the Chromium project): the rules of `numwords`, then siblings, headings, lists.

They stand here to be compared with, not to be improved: one file a paper, with its constants, and in
the docstring what it leaves open. `dana` (2011), `cnr` (2012), `context` (2013), `zones` (2018) and
`gce` (2022) go on from here.
"""
