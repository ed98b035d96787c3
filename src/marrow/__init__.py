"""marrow takes a web page and returns its main content."""
