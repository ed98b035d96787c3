"""Why a test of an original does not pass with the replacement: the first pattern that fits its name."""

from __future__ import annotations

import re

CONTENT = "what is content is decided by another method"
MARKUP = "Markdown, text and XML are written by our rules: spaces, marks, tables, line breaks"
FACTS = "what is known of the page is read by our rules: licences are addresses, dates are stated, no categories"
SECOND = "there is no second try, baseline, pruning or settings of elements"
INSIDE = "the test looks at parts of the original that are not replaced"
COMMENTS = "comments that are the most of a made-up page count as its content"
CONFIG = "there is no config object; options have no effect, and a warning says so"
STOPWORDS = "there are no lists of stop words: none are needed"

REASONS = (
    (r"trafilatura.*test_extractor_parity", INSIDE),
    (
        r"trafilatura.*(test_config_loading|test_settings_element|test_htmlprocessing|test_deprecations)",
        SECOND,
    ),
    (
        r"trafilatura.*(fallback|test_external|test_precision_recall|test_extraction_options)",
        SECOND,
    ),
    (
        r"trafilatura.*(cookie|infinite_scroll|restored_subtree|test_exotic_tags|leaves_caller_tree)",
        CONTENT,
    ),
    (
        r"trafilatura.*(test_short_document|test_extract_with_metadata|does_not_truncate|test_input)",
        CONTENT,
    ),
    (r"trafilatura.*comment", COMMENTS),
    (r"trafilatura.*unit_tests", MARKUP),
    (r"trafilatura.*baseline_tests", SECOND),
    (r"trafilatura.*metadata_tests", FACTS),
    (r"trafilatura.*repeated_output", CONTENT),
    (r"justext.*stop", STOPWORDS),
    (r"newspaper.*(test_configuration|test_languages)", CONFIG),
    (r"newspaper.*test_source", INSIDE),
    (r"newspaper.*test_get_video_links", "addresses of players are made whole"),
    (r"newspaper", CONTENT),
)


def reason(package: str, test: str) -> str:
    """Why it differs, or that nobody has said so yet."""
    name = f"{package} {test}"
    return next((why for pattern, why in REASONS if re.search(pattern, name)), "not explained")
