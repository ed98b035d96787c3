"""Native code believes no column of a content that has another kind of numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from dehusk.content import Paragraph, Text
from dehusk.content.table import table_of
from dehusk.native.write import Opening


def test_a_column_of_fractions_is_refused() -> None:
    content = table_of((Paragraph((Text("Tea"),), (0, 1)),))
    fractions = replace(content, end=content.end.view(np.float32))
    with pytest.raises(ValueError, match="a column of integers is wanted, not of float32"):
        Opening(fractions)
