"""A document as text, Markdown, HTML or JSON: one file each, with its own frozen options."""
