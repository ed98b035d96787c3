# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""Items as schema.org describes them, from JSON-LD, microdata or RDFa: objects with properties.

Objects are dicts, of any depth: nothing here recurses. Words are passed in.
"""


def types(dict item):
    """The schema.org types of an item, without their prefix."""
    cdef str own
    declared = item.get("@type")
    if declared is None and "@type" not in item:
        declared = item.get("type")
    if isinstance(declared, str):
        own = declared
        if own.isalpha():
            return [own] if len(own) < 200 else []
        declared = [declared]
    if not isinstance(declared, list):
        return []
    found = []
    for one in (<list>declared)[:20]:
        if isinstance(one, str) and len(<str>one) < 200:
            own = one.strip().rpartition("/")[2].rpartition("#")[2].rpartition(":")[2]
            found.append(own)
    return found


def texts(value, tuple inner, Py_ssize_t most):
    """The strings in a value: itself, those among the first of a list, and one of the `inner`
    properties of items.
    """
    cdef list found
    if isinstance(value, str):
        return [value]
    found = []
    if isinstance(value, dict):
        add_inner(found, value, inner)
    elif isinstance(value, list):
        for one in (<list>value)[:most]:
            if isinstance(one, str):
                found.append(one)
            elif isinstance(one, dict):
                add_inner(found, one, inner)
    return found


cdef int add_inner(list found, dict item, tuple inner) except -1:
    """Add the first of some properties that is a string or a list that begins with one."""
    for prop in inner:
        value = item.get(prop)
        if isinstance(value, str):
            found.append(value)
            return 0
        if isinstance(value, list) and <list>value and isinstance((<list>value)[0], str):
            found.append((<list>value)[0])
            return 0
    return 0


def claims(list items, tuple properties, tuple inner, str source, Py_ssize_t most):
    """The texts in some properties of some items, each as a claim of a source that is not weak."""
    cdef list found = []
    cdef dict item
    for item in items:
        for prop in properties:
            value = item.get(prop)
            if isinstance(value, str):
                found.append((value, source, False))
            elif value is not None:
                for text in texts(value, inner, most):
                    found.append((text, source, False))
    return found


def in_groups(list items, dict group_of, int count):
    """The items of each group. An item is in the first group that one of its types is in, or in none."""
    cdef list groups = [[] for _ in range(count)]
    cdef int best
    for item in items:
        best = count
        for own in types(item):
            group = group_of.get(own)
            if group is not None and group < best:
                best = group
        if best < count:
            groups[best].append(item)
    return groups


def named(list roots, Py_ssize_t most):
    """The items that have a name and say more, each by its name; of the first `most` at all depths.

    Of those with the same name the one that says most.
    """
    cdef dict found = {}
    cdef dict item, known
    cdef list queue = roots[::-1]
    while queue and most:
        value = queue.pop()
        if isinstance(value, dict):
            item = value
            most -= 1
            name = item.get("@id")
            if isinstance(name, str):
                known = found.get(name)
                if len(item) > (1 if known is None else len(known)):
                    found[name] = item
            for one in item.values():
                if isinstance(one, (dict, list)):
                    queue.append(one)
        elif isinstance(value, list):
            for one in reversed(<list>value):
                if isinstance(one, (dict, list)):
                    queue.append(one)
    return found


def resolve(dict item, dict names):
    """Put the item in the place of each `{"@id": …}` that only names it."""
    for prop, value in list(item.items()):
        if isinstance(value, dict):
            item[prop] = resolved(value, names)
        elif isinstance(value, list):
            item[prop] = [resolved(one, names) for one in <list>value]


cdef object resolved(value, dict names):
    if isinstance(value, dict) and len(<dict>value) <= 2:
        name = (<dict>value).get("@id")
        if isinstance(name, str):
            return names.get(name, value)
    return value


cdef enum:
    MOST_TEXTS_AROUND = 8


def items_in(page, list rows, dialect, dict known, own, addresses, int time, visible_text):
    """The items that some rows with attributes make and that stand on their own; the first has the
    properties that are in none of them.

    The dialect are the names of the attributes for scopes, types and properties; `known` are the
    properties that are read, each with its one spelling; items in the properties `own` stand on their
    own too, the values of `addresses` are in links, and elements with the tag `time` have their date in
    an attribute. A text that stands in `MOST_TEXTS_AROUND` others is not read yet another time.
    """
    cdef list items = [{}], open_items = [items[0]], ends = [len(page)], texts_around = []
    cdef str scope, kind, prop
    cdef dict attributes, owner, item
    cdef list names
    scope, kind, prop = dialect
    for row, attributes in rows:
        while ends[len(ends) - 1] <= row:
            ends.pop()
            open_items.pop()
        owner = open_items[len(open_items) - 1]
        names = properties_in(attributes.get(prop), known)
        if scope in attributes:
            kinds = attributes.get(kind, "").split()
            item = {"@type": kinds} if kinds else {}
            ends.append(page.end.item(row))
            open_items.append(item)
            if not names or owner is items[0] or not own.isdisjoint(names):
                items.append(item)
            for name in names:
                owner.setdefault(name, []).append(item)
        elif names:
            value = value_in(page, row, attributes, names[0] in addresses, time)
            if value is None:
                while texts_around and texts_around[len(texts_around) - 1] <= row:
                    texts_around.pop()
                if len(texts_around) == MOST_TEXTS_AROUND:
                    continue
                texts_around.append(page.end.item(row))
                value = visible_text(page, row)
            if value:
                for name in names:
                    owner.setdefault(name, []).append(value)
    return items


cdef list properties_in(value, dict known):
    """The properties that an attribute names and we know, in one spelling."""
    cdef list found = []
    if value is None:
        return found
    for name in value.split()[:10]:
        spelling = known.get(name.rpartition(":")[2].rpartition("/")[2])
        if spelling is not None:
            found.append(spelling)
    return found


cdef object value_in(page, row, dict attributes, bint is_address, int time):
    """The value that the attributes of an element hold, None where its text is the value."""
    if "content" in attributes:
        return attributes["content"]
    if "datetime" in attributes and page.tag.item(row) == time:
        return attributes["datetime"]
    if is_address:
        return attributes.get("href") or attributes.get("src") or attributes.get("data-src") or ""
    return None
