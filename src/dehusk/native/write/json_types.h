/* What a row of a content is called in JSON. */

#ifndef DEHUSK_JSON_TYPES
#define DEHUSK_JSON_TYPES

/* What a row is called, by its kind: NULL for parts that are only lists. */
static const char *dehusk_json_types[44] = {
    "heading", "paragraph", "list", "list", "list_item", "definition_list", "definition", 0, 0,
    "table", 0, "cell", "code_block", "quote", "figure", 0, "math_block", "embed", "rule",
    "footnote", "post", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    "text", "code", "emphasis", "strong", "strikethrough", "superscript", "subscript", "link",
    "image", "math", "break", "footnote_reference",
};

#endif
