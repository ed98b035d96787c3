# The columns of the matrix by name. A part of `features.pyx`.
#
# A column is added in two places that hold each other: its meaning in `dehusk.extractors.default.features`,
# and here its field, which the code that fills it names. `column_names` reads the names off these
# structures, and features that differ from what Python calls them are refused when they are first used.

cdef struct TextColumns:
    float words
    float link_share
    float unlinked_words
    float stops
    float commas
    float stop_share
    float comma_share
    float ends_sentence
    float digit_share
    float separators
    float currency
    float copyright
    float at_sign
    float leaves
    float links
    float words_a_leaf
    float good

cdef struct PlaceColumns:
    float heading_level
    float hidden
    float depth
    float relative_depth
    float index
    float place_by_blocks
    float place_by_words
    float blocks_to_the_end
    float since_heading
    float last_heading
    float words_since_heading
    float since_h1
    float before_h1
    float headings_before
    float since_good
    float until_good
    float good_before

cdef struct UpColumns:
    float words
    float word_share
    float good_words
    float good_share
    float good_of_page
    float link_share
    float blocks
    float words_a_block
    float own_share
    float place
    float depth

cdef struct TopColumns:
    float inside
    float depth
    float good_share
    float blocks
    float before
    float after
    float place

cdef struct AlikeColumns:
    float alike
    float alike_words
    float alike_word_share
    float alike_mean_words
    float alike_good_share
    float alike_link_share
    float said_before
    float said_in_all

cdef struct SiblingColumns:
    float siblings
    float sibling_share
    float sibling_spread
    float sibling_good

cdef struct NeighbourColumns:
    float words
    float link_share
    float stop_share
    float same_parent

cdef struct WindowColumns:
    float words
    float link_share
    float good

cdef struct PageColumns:
    float words
    float blocks
    float words_a_block
    float link_share
    float good_words
    float good_share
    float good_blocks
    float headings
    float h1
    float paragraphs
    float items
    float images
    float tables
    float forms
    float articles
    float main
    float code
    float longest

cdef struct SectionColumns:
    float words
    float word_share
    float link_share
    float blocks
    float since
    float place

cdef struct RecordColumns:
    float number
    float share
    float words
    float link_share
    float unlinked
    float before
    float blocks
    float spread
    float images
    float headings
    float kind
    float depth

cdef struct ScoredColumns:
    float inside
    float own
    float around
    float depth
    float words
    float links

cdef struct PageRecordColumns:
    float records
    float record_number
    float record_share
    float record_words


def column_names(holders, around, kinds, nearby_elements):
    """The names of all columns in their order; those of tags, hints and nearby elements are the caller's."""
    cdef TextColumns text
    cdef PlaceColumns place
    cdef UpColumns up
    cdef TopColumns top
    cdef AlikeColumns alike
    cdef SiblingColumns siblings
    cdef NeighbourColumns neighbour
    cdef WindowColumns window
    cdef PageColumns page
    cdef SectionColumns section
    cdef RecordColumns record
    cdef PageRecordColumns page_records
    cdef ScoredColumns scored
    return (
        *spoken(text),
        *(f"held by {name}" for name in holders),
        *(f"in {name}" for name in around),
        *spoken(place),
        *(f"up {level + 1} {name}" for level in range(LEVELS_UP) for name in spoken(up)),
        *(f"top {share:g} {name}" for share in TOP_SHARES for name in spoken(top)),
        *(f"hint {name}" for name in kinds),
        *(f"near {name}" for name in kinds),
        *spoken(alike),
        *(f"{name} {level}" for level in range(SIBLING_LEVELS) for name in spoken(siblings)),
        *(f"{offset:+d} {name}" for offset in OFFSETS for name in spoken(neighbour)),
        *(f"within {blocks} {name}" for blocks in WINDOWS for name in spoken(window)),
        *(f"page {name}" for name in spoken(page)),
        *(f"section {level} {name}" for level in SECTION_LEVELS for name in spoken(section)),
        *(f"up {level + 1} {name}" for level in range(NEARBY_LEVELS) for name in nearby_elements),
        *(f"record {name}" for name in spoken(record)),
        *(f"card {name}" for name in spoken(record)),
        *(f"page {name}" for name in spoken(page_records)),
        *(f"scored {name}" for name in spoken(scored)),
    )


cdef list spoken(dict columns):
    """The fields of a structure, which Cython hands out as a dictionary, as names of columns."""
    return [name.replace("_", " ") for name in columns]
