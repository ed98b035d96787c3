"""marrow takes a web page and returns its main content.

>>> import marrow
>>> document = marrow.extract("<nav>Home</nav><p>Bread needs flour, water, salt and time.</p>")
>>> document.text
'Bread needs flour, water, salt and time.'
"""
from marrow.parse import parse
