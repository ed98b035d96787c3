"""The words of bylines in many languages: one table.

>>> "von" in BY and "بقلم" in BY
True
"""

from __future__ import annotations

from typing import Final

_BY: Final = """
en by|written by|posted by|published by|created by|submitted by|reported by|story by|words by
en text by|article by|author|authors|writer|written and|by:|from staff reports by|reviewed by
de von|ein beitrag von|ein artikel von|geschrieben von|verfasst von|veröffentlicht von|text von
de text|autor|autorin|autoren|redaktion|autor/in|autor*in|verfasser|verfasserin
fr par|écrit par|publié par|rédigé par|posté par|auteur|auteurs|auteure|autrice
fr propos recueillis par
es por|escrito por|publicado por|redactado por|autor|autora|autores|texto de|texto
pt por|escrito por|publicado por|postado por|autor|autora|texto de
it di|scritto da|pubblicato da|a cura di|autore|autrice|da
ca per|escrit per
gl por
ro de|scris de|publicat de|autor
nl door|geschreven door|geplaatst door|auteur|tekst
af deur
sv av|skriven av|text|publicerad av|författare|skribent
da af|skrevet af|forfatter|skribent
no av|skrevet av|publisert av|forfatter|journalist
fi kirjoittanut|kirjoittaja|teksti
is eftir|höfundur
et autor
lv autors
lt autorius
pl autor|autorka|autorzy|napisał|napisała|tekst|opracował|opracowała|opublikował
cs autor|autorka|napsal|napsala|autoři
sk autor|autorka|napísal
sl avtor|avtorica|napisal
hr piše|autor|napisao|napisala
sr пише|аутор
hu írta|szerző
el του|της|από|γράφει|συντάκτης
tr yazan|yazar|haber
ru автор|авторы|текст|от|автор статьи|автор текста|опубликовал|написал
uk автор|автори|текст
bg автор|от
be аўтар
id oleh|penulis|ditulis oleh
ms oleh|penulis
vi bởi|tác giả|theo|viết bởi
tl ni|sinulat ni
sw na|mwandishi
ar بقلم|كتب|كتبت|كتبه|الكاتب|الكاتبة|المؤلف|تأليف|بواسطة|إعداد|نشره|تحرير|محرر
fa نویسنده|نوشته|نویسندگان|به قلم|نگارنده|خبرنگار|گزارش از
ur تحریر|مصنف|از|مصنفہ
he מאת|כתב|כתבה|נכתב על ידי|מחבר
hi लेखक|द्वारा|लेखिका|रिपोर्ट|लेख
bn লেখক|লিখেছেন
ta எழுதியவர்|ஆசிரியர்
th โดย|เขียนโดย|ผู้เขียน
zh 作者|记者|記者|文|撰文|编辑|編輯|文／|撰稿|责任编辑
ja 著者|執筆|文|筆者|記者|ライター|執筆者|投稿者|取材・文
ko 기자|글|작성자|글쓴이|저자|작가
"""

BY: Final = tuple(
    sorted(
        {
            word.strip()
            for line in _BY.strip().splitlines()
            for word in line.partition(" ")[2].split("|")
        },
        key=len,
        reverse=True,
    )
)
"""What stands before a name, the longer phrases first."""

AFTER: Final = ("기자", "記者", "记者", "さん", "特派员", "특파원", "द्वारा", "著", "報導", "氏")
"""What stands after a name."""

AND: Final = frozenset(
    "and und et y e och og en i и та και ve dan & + ja és și oraz a və و ו और এবং và".split()
)
"""Words that join two names."""

ROLES: Final = frozenset(
    """editor editors writer reporter reporters correspondent staff contributor columnist journalist
    producer director manager analyst specialist expert consultant founder ceo president professor
    intern freelance freelancer contributing senior chief deputy associate assistant editorial
    redakteur redakteurin reporterin korrespondent korrespondentin journaliste rédacteur rédactrice
    redactor redactora periodista giornalista redattore redacteur journalist redaktör reportér
    редактор корреспондент журналист bureau desk newsroom""".split()
)
"""Words of a job: what follows a name after a comma, and no name itself."""

NOBODY: Final = frozenset(
    """admin administrator webmaster root user guest anonymous unknown none null undefined nobody
    author editor staff redaktion redaction redacción redazione redactie editorial editors
    wordpress default n a na test superuser superadmin siteadmin webadmin""".split()
)
"""What systems print where nobody is named."""
