"""What every writer of a content stands on; only native code has a use for it."""

class ContentWriter:
    """Opens the columns of a content, and keeps to the limits at hand."""
