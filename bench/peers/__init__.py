"""Other systems on the same pages, in environments of their own."""
