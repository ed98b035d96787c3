"""Everything that dehusk raises on purpose.

DehuskError
├── PageError              the input cannot become a page
│   ├── NotHtml            it is something else: a PDF, an image, a feed, JSON, noise
│   ├── PageTooLarge       it is past one of the `Limits`
│   └── SnapshotError      a snapshot is broken or of another version
├── MethodError            the extraction asked for is not possible
│   ├── UnknownMethod      no extractor has that name
│   ├── LayoutRequired     the method looks at the rendered page, and this one was only parsed
│   ├── AmountUnsupported  the method cannot show more or less
│   ├── NotPublished       no paper describes the method, or no program of its authors is known
│   └── WrongParameter     the method has no such parameter, or it takes no such value
├── FormatError            there is no such format to write, or it has no such option
├── OutOfTime              the work takes longer than `Limits.seconds`
├── OutputTooLarge         what is written is past `Limits.output_bytes`
├── FetchError             a URL could not be read
├── RenderError            Chromium could not render the page
├── DatasetError           a dataset cannot be read
├── BatchError             an input of a batch cannot be read, or its output not be resumed
├── ModelError             a model file cannot be read, or is of other columns than the code's
└── MissingExtra           a part of dehusk needs packages that are not installed

Each carries one sentence that says what is wrong and what to do about it. A strange page is not an
error: it gives an empty selection with a reason.
"""

from __future__ import annotations


class DehuskError(Exception):
    """The root of the tree: `except DehuskError` catches everything below."""


class PageError(DehuskError):
    """The input cannot become a page."""


class NotHtml(PageError):
    """The input is not HTML but a PDF, an image, an archive, a feed, JSON, a program or noise."""


class PageTooLarge(PageError):
    """The page is past one of the `Limits`."""


class SnapshotError(PageError):
    """A snapshot is broken or of a version that this dehusk does not read."""


class MethodError(DehuskError):
    """The extraction asked for is not possible."""


class UnknownMethod(MethodError):
    """No extractor has that name."""


class LayoutRequired(MethodError):
    """The method needs a rendered page, and this one was only parsed."""


class AmountUnsupported(MethodError):
    """The method has no notion of more or less."""


class NotPublished(MethodError):
    """No paper describes the method, or no program of its authors is known: it has no such setting."""


class WrongParameter(MethodError):
    """The method has no parameter of that name, or it takes no such value."""


class FormatError(DehuskError):
    """There is no such format to write, or it has no such option."""


class OutOfTime(DehuskError):
    """The work takes longer than `Limits.seconds`; `stage` says what was being done."""

    def __init__(self, message: str, stage: str = "") -> None:
        super().__init__(message)
        self.stage = stage


class OutputTooLarge(DehuskError):
    """What is written is past `Limits.output_bytes`; `stage` says what was being written."""

    def __init__(self, message: str, stage: str = "") -> None:
        super().__init__(message)
        self.stage = stage


class FetchError(DehuskError):
    """A URL could not be read.

    >>> str(FetchError("The server answered 500 \\x1b[31mOops.")).isprintable()
    True

    What a server said may stand in it, and is shown in a terminal or written to a log: nothing that
    commands those, and no line of its own, is let through. `status` is what the server answered, None
    where it did not; `retry_after` how many seconds it asks to wait.
    """

    def __init__(
        self, sentence: str, status: int | None = None, retry_after: float | None = None
    ) -> None:
        self.status = status
        self.retry_after = retry_after
        super().__init__("".join(sign if sign.isprintable() else "\ufffd" for sign in sentence))


class RenderError(DehuskError):
    """Chromium is missing or could not render the page."""


class DatasetError(DehuskError):
    """A dataset cannot be read."""


class BatchError(DehuskError):
    """An input of a batch cannot be read, or its output is not one that a batch can resume."""


class ModelError(DehuskError):
    """A model file is broken or of another version."""


class MissingExtra(DehuskError):
    """A part of dehusk needs packages that are not installed."""


_OTHER_NAMES = {
    "author": "authors",
    "content_text": "text",
    "published": "date_published",
    "lang": "language",
    "md": "markdown",
    "site_name": "site",
    "sitename": "site_name",
    "to_dict": "as_dict",
}


def no_attribute(thing: object, name: str) -> str:
    """What to say of an attribute that a thing lacks: the one that was meant, where one is near.

    >>> no_attribute("", "splitt")
    "str has no attribute 'splitt'; did you mean 'split'?"
    """
    told = f"{type(thing).__name__} has no attribute {name!r}"
    if name.startswith("_"):
        return told
    from difflib import get_close_matches

    known = [one for one in dir(type(thing)) if not one.startswith("_")]
    known += [one for one in getattr(type(thing), "__dataclass_fields__", ()) if one not in known]
    other = _OTHER_NAMES.get(name)
    near = [other] if other in known else get_close_matches(name, known, n=1)
    return f"{told}; did you mean {near[0]!r}?" if near else f"{told}."
