"""Wholes instead of leaves: the step between a method's selection and a document.

>>> from dehusk import parse
>>> from dehusk.selection import Selection
>>> page = parse("<p>Prices:<table><tr><th>Tea<th>3<tr><td>Milk<td>1</table><h2>More</h2>")
>>> own = Selection.of_leaves(page, page.is_text & (page.text_end < 17), reason="it says so")
>>> [page.text_of(row) for row in complete(page, own).rows]
['Prices:', 'Tea', '3', 'Milk', '1']

A method decides about leaves. A reader wants figures, tables, lists, code and quotations that stand
or fall together, and no heading without content. Each rule is a file of its own, has a switch in
`Completion`, and gives a reason for every leaf that it adds or drops.
"""

from __future__ import annotations

from functools import cache

from dehusk.content.complete.accordions import whole_accordions
from dehusk.content.complete.code import code_among_prose, only_code
from dehusk.content.complete.editor import Rule, SelectionEditor
from dehusk.content.complete.figures import no_captions, whole_figures
from dehusk.content.complete.headings import no_empty_headings
from dehusk.content.complete.labels import no_labels
from dehusk.content.complete.named import priced_cards, whole_products
from dehusk.content.complete.notes import with_notes
from dehusk.content.complete.panels import whole_panels
from dehusk.content.complete.parts import announced_lists, whole_code, whole_lists, whole_quotes
from dehusk.content.complete.pictures import no_stray_pictures
from dehusk.content.complete.pointers import no_pointers
from dehusk.content.complete.posts import whole_posts
from dehusk.content.complete.readmes import whole_readmes
from dehusk.content.complete.recipes import whole_recipes
from dehusk.content.complete.sections import headed_sections
from dehusk.content.complete.tables import tables_among_prose, whole_tables
from dehusk.content.complete.verse import whole_verse
from dehusk.content.completed import Completed
from dehusk.content.notes import NO_NOTES, find_kept_notes
from dehusk.content.options import EVERYTHING, Completion
from dehusk.content.threads.records import called_around
from dehusk.native.scan import any_of
from dehusk.page import Page
from dehusk.selection import Selection

__all__ = ["complete"]


def complete(page: Page, selection: Selection, options: Completion = EVERYTHING) -> Completed:
    """The selection with everything that belongs to what it keeps, and without orphans."""
    rules = _rules(options)
    completed = Completed.of(selection)
    if not any_of(completed.keep):
        return completed
    if options.readmes or options.posts:
        completed = _named_wholes(page, completed, options)
    notes = completed.notes
    if options.notes:
        # Who has the selection need not look for notes again.
        notes = find_kept_notes(page, completed.keep)
        completed = with_notes(page, completed, notes).with_notes(notes)
    if rules and any_of(completed.keep):
        editor = SelectionEditor(page, completed)
        editor.apply(rules)
        completed = editor.finish()
        if editor.has_added and notes is NO_NOTES:
            notes = None  # what rules add may bring the first mark of a note
    return completed.with_notes(notes)


def _named_wholes(page: Page, selection: Completed, options: Completion) -> Completed:
    """READMEs and threads, which the names of the elements around what is kept speak of."""
    around = called_around(page, selection.keep)
    if options.readmes and around.with_class:
        whole = whole_readmes(page, selection, around)
        if whole is not selection:
            selection, around = whole, called_around(page, whole.keep)
    return whole_posts(page, selection, around) if options.posts else selection


@cache
def _rules(options: Completion) -> tuple[Rule, ...]:
    """The rules in their order: what one drops may leave a heading with nothing below it."""
    rules = (
        (options.among and options.tables, tables_among_prose),
        (options.among and options.lists, announced_lists),
        (options.among and options.code, code_among_prose),
        (options.tables, whole_tables),
        (options.lists, whole_lists),
        (options.code, whole_code),
        (options.code, only_code),
        (options.quotes, whole_quotes),
        (options.verse, whole_verse),
        (options.recipes, whole_recipes),
        (options.products, whole_products),
        (options.products, priced_cards),
        (options.figures, whole_figures),
        (options.figures, no_stray_pictures),
        (not options.captions, no_captions),
        (options.labels, no_labels),
        (options.labels, no_pointers),
        (options.headings, whole_accordions),
        (options.headings, whole_panels),
        (options.headings, headed_sections),
        (options.headings, no_empty_headings),
    )
    return tuple(rule for wanted, rule in rules if wanted)
