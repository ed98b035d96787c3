"""What is known of a page while its blocks are described."""

cdef struct Row:
    uint64_t around  # the tags of AROUND on the row and above
    uint32_t kinds  # what the row's own names hint at
    uint32_t hints  # the same with all rows above
    int32_t named  # the nearest row with such names, itself or above
    int32_t classes  # a number for its class attribute, 0 for none
    int32_t container  # the highest element that holds no block more, a number
    int32_t group  # of siblings of the same make
    int32_t last_group  # of its children, of those that came so far the last one's
    int32_t record  # of those around it, itself among them, the one whose group has the most words
    int32_t card  # and the innermost
    uint8_t heading  # the level of the nearest heading, itself or above
    uint8_t flags

cdef struct Text:
    int64_t visible_chars
    int64_t words
    int64_t stops
    int64_t commas
    int64_t digits
    int64_t separators
    int64_t currencies
    int64_t copyrights
    int64_t at_signs

cdef struct Block:
    Text text
    int64_t linked
    int64_t leaves
    int64_t links
    int32_t first
    int32_t end
    int32_t enclosing_block
    int32_t parent  # of its holder
    uint16_t tag  # of its holder
    uint8_t heading  # the level of the nearest heading around it
    int32_t template_id  # number of its path
    int32_t text_id  # number of its text
    int32_t said_before
    bint good
    bint ends_sentence

cdef struct Siblings:
    bint is_described
    SiblingColumns columns
    int32_t parent
    int32_t classes
    uint16_t tag
    int64_t count
    double words
    double squares
    double good
    double good_before  # good words before the first of them
    int64_t with_text  # of them have text, and so many blocks and linked words
    int64_t blocks
    int64_t linked
    int64_t with_images
    int64_t with_headings

cdef struct Alike:
    bint is_described
    AlikeColumns columns
    int64_t count
    int64_t words
    int64_t good
    int64_t linked
    int64_t texts  # how often the text of that number stands on the page

cdef struct Sums:
    # Over the blocks before one.
    double words
    double linked
    double good_words
    double headings

cdef struct Container:
    int32_t row
    double words
    double blocks
    UpColumns columns
    float[NEARBY_KINDS] nearby_elements

cdef struct Top:
    int32_t start
    int32_t end
    int32_t depth
    float good_share

cdef struct Section:
    # The section that a walk over the blocks is in.
    int32_t starts
    int32_t end
    int32_t number
    int32_t sections
    SectionColumns columns

cdef struct Names:
    const uint8_t* text
    int32_t length
    uint32_t kinds
    uint64_t hash

cdef struct Work:
    Watch watch
    int32_t rows
    const uint16_t* tag
    const int32_t* parent
    const int32_t* end
    const int32_t* depth
    const uint8_t* text
    const int32_t* text_start
    const int32_t* text_end
    int32_t attrs
    const int32_t* attr_row
    const uint16_t* attr_name
    const int32_t* attr_start
    const int32_t* attr_end
    const uint8_t* attr_text
    const uint8_t* attr_role

    const uint8_t* row_flags
    const int32_t* block_of
    const int32_t* first_row
    const int32_t* end_row

    Row* row
    int32_t* blocks_before
    uint8_t* shown_leaf
    int32_t blocks
    Block* block
    Sums* sums
    int32_t* until_good
    Alike* templates
    int64_t[SEEN_KINDS] tags_seen
    Top[TOPS] tops

    # Classes that were met before: entries from 1 on, and slots that point to them.
    Names* names
    int32_t names_count
    int32_t names_room
    int32_t* name_slots
    uint64_t name_mask

    Siblings* siblings
    int32_t siblings_count
    Container* container
    int32_t* nearby_before  # for each row the nearby elements of each kind before it

    double* score  # of each row
    double* score_around  # the highest of the row and those above it
    int32_t best_scored
