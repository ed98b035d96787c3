"""H. Mohammadzadeh et al. 2011: phases one and two.

Chosen where the paper is silent, as in ours: a line is normalised to 25 characters, white space left
out.
"""

from __future__ import annotations


def normalised(source: str, length: int = 25) -> list[str]:
    """Footnote 1: lines of the same length."""
    text = "".join(character for character in source if character not in " \t\n\r\f\v")
    return [text[start : start + length] for start in range(0, len(text), length)]


def regions(lines: list[str]) -> list[tuple[int, int]]:
    """Formula 1, and the stretches of lines above zero."""
    t1 = [sum(ord(character) > 127 for character in line) for line in lines]
    t2 = [len(line) - count for line, count in zip(lines, t1, strict=True)]
    diff = [0] * len(lines)
    for i in range(len(lines)):
        for j in (i - 1, i, i + 1):
            if 0 <= j < len(lines):
                diff[i] += t1[j] - t2[j]
    found: list[tuple[int, int]] = []
    for i, value in enumerate(diff):
        if value > 0 and found and found[-1][1] == i:
            found[-1] = (found[-1][0], i + 1)
        elif value > 0:
            found.append((i, i + 1))
    return found


def main_regions(lines: list[str], gap: int = 20) -> list[tuple[int, int]]:
    """The largest region by characters, and Algorithm 1: its neighbours up to the gap."""
    found = regions(lines)
    if not found:
        return []
    sizes = [sum(map(len, lines[start:end])) for start, end in found]
    first = last = sizes.index(max(sizes))
    while first > 0 and found[first][0] - found[first - 1][1] <= gap:
        first -= 1
    while last + 1 < len(found) and found[last + 1][0] - found[last][1] <= gap:
        last += 1
    return found[first : last + 1]
