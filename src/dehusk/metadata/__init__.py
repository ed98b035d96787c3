"""What a page says of itself: title, authors, dates and more.

>>> from dehusk.page.parse import parse
>>> page = parse('<html lang="en"><title>Tea | The Leaf</title><h1>Tea</h1>')
>>> metadata = read_metadata(page)
>>> metadata.title, metadata.language
('Tea', 'en')
"""

from dehusk.metadata.read import Facts, read_metadata
from dehusk.metadata.record import Metadata
from dehusk.metadata.things import Event, Job, Product, Recipe

__all__ = ["Event", "Facts", "Job", "Metadata", "Product", "Recipe", "read_metadata"]
