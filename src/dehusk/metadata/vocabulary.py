"""The words of bylines in many languages: one table.

>>> "von" in BEFORE_NAMES and "بقلم" in BEFORE_NAMES, "autorin" in BEFORE_COLONS
(True, True)
"""

from __future__ import annotations

from typing import Final

_TABLE = """
en by|written by|posted by|published by|created by|submitted by|reported by|story by|words by
en all posts by|posts by|more by
en text by|article by|added by|started by|contributed by|interview by; author|authors|writer
en author name|interview|story|words|reporter|editor
de von|ein beitrag von|ein artikel von|ein gastbeitrag von|geschrieben von|verfasst von
de alles von|alle beiträge von|alle artikel von|mehr von
de veröffentlicht von|text von|eingestellt von|erstellt von; autor|autorin|autoren|redaktion
de autor/in|autor*in|verfasser|verfasserin|text|bericht|interview
fr par|écrit par|publié par|rédigé par|posté par|propos recueillis par; auteur|auteurs|auteure
fr ; autrice|texte
es por|escrito por|publicado por|redactado por|texto de; autor|autora|autores|texto|redacción
pt por|escrito por|publicado por|postado por|texto de; autor|autora|texto
it di|scritto da|pubblicato da|a cura di; autore|autrice|testo
ca escrit per; autor
ro scris de|publicat de; autor
nl door|geschreven door|geplaatst door; auteur|tekst
af deur; skrywer
sv av|skriven av|publicerad av; text|författare|skribent|av
da af|skrevet af; forfatter|skribent|tekst
no av|skrevet av|publisert av; forfatter|journalist|tekst
fi kirjoittanut; kirjoittaja|teksti
is eftir; höfundur
et ; autor|tekst
lv ; autors
lt ; autorius
pl napisał|napisała|opracował|opracowała|opublikował; autor|autorka|autorzy|tekst
cs napsal|napsala; autor|autorka|autoři
sk napísal; autor|autorka
sl napisal; avtor|avtorica
hr piše|napisao|napisala; autor|autorica
sr пише; аутор
hu írta; szerző
el από τον|από την|γράφει ο|γράφει η|του|της; συντάκτης
tr yazan; yazar|haber
ru написал|опубликовал; автор|авторы|текст|автор статьи|автор текста|редактор|от
uk ; автор|автори|текст|редактор
bg от; автор|редактор
be ; аўтар
id oleh|ditulis oleh; penulis
ms oleh; penulis
vi viết bởi|bởi; tác giả|theo
tl ni|sinulat ni; may-akda
sw ; mwandishi|na
ar بقلم|كتب|كتبت|كتبه|بواسطة|نشره; الكاتب|الكاتبة|المؤلف|تأليف|إعداد|تحرير|محرر
fa به قلم|نوشته|نوشتهٔ|گزارش از; نویسنده|نویسندگان|نگارنده|خبرنگار
ur از; تحریر|مصنف|مصنفہ
he מאת|נכתב על ידי; כתב|כתבה|מחבר
hi ; लेखक|लेखिका|रिपोर्ट|लेख|द्वारा
bn লিখেছেন; লেখক
ta ; எழுதியவர்|ஆசிரியர்
th โดย|เขียนโดย; ผู้เขียน
zh 作者|记者|記者|撰文|撰稿|本报记者|本報記者|文|文／|文/; 编辑|編輯|责任编辑|責任編輯
ja 著者|執筆|筆者|記者|ライター|執筆者|投稿者|取材・文|文=|文／|文・; 文
ko 글쓴이|작성자|글; 저자|작가|기자
"""


def _column(number: int) -> tuple[str, ...]:
    """One column of the table, the longer phrases first: they start with the shorter ones."""
    found: set[str] = set()
    for line in _TABLE.strip().splitlines():
        columns = line.partition(" ")[2].split(";")
        found.update(word.strip() for word in "".join(columns[number : number + 1]).split("|"))
    return tuple(sorted(found - {""}, key=lambda word: (-len(word), word)))


BEFORE_NAMES: Final = _column(0)
"""What stands directly before a name."""

BEFORE_COLONS: Final = _column(1)
"""What stands before a name with a colon between them; without it, it may be part of a name."""

PARTICLES: Final = frozenset(
    """de da do dos das del della di du des la le les van von der den ter ten zu zur zum af av el al
    bin ibn ben y e und et and the of door par por to""".split()
)
"""Words in small letters inside of names, some of which stand before names too."""

AFTER_NAMES: Final = "기자 記者 记者 さん 特派员 특파원 द्वारा 著 報導 报道 氏 編集委員".split()
"""What stands after a name."""

DESKS: Final = tuple("報導 报道 報道 快訊 快讯 中心 綜合 综合 編譯 编译 外電 外电".split())
"""What desks and datelines in Chinese characters end with."""

AND: Final = frozenset(
    "and und et y e och og en i и та και ve dan & + ja és și oraz a və و ו और এবং và".split()
)
"""Words that join two names."""

ROLES: Final = frozenset(
    """editor editors writer writers reporter reporters correspondent correspondents staff
    contributor contributors columnist journalist producer director manager analyst specialist
    expert consultant founder ceo president professor intern freelance freelancer contributing
    senior chief deputy associate assistant editorial coordinator marketing content head lead
    redakteur redakteurin redaktion reporterin korrespondent korrespondentin journaliste rédacteur
    rédactrice redactor redactora periodista giornalista redattore redacteur redaktör reportér
    редактор корреспондент журналист bureau desk newsroom guest""".split()
)
"""Words of a job: what follows a name after a comma, and no name itself."""

AGENCIES: Final = frozenset(
    """dpa afp ap reuters epa efe ansa apa sda kna epd sid keystone-sda belga anp ritzau ntb tt stt
    pap ctk čtk mti tass ria tanjug hina lusa adnkronos agi pti ani ians upi xinhua kyodo jiji
    yonhap bernama antara aap cp pa dapd ddp europapress anadolu bloomberg cnn bbc""".split()
)
"""News agencies, as they stand behind names."""

PLACES: Final = frozenset(
    """new york|los angeles|san francisco|san diego|las vegas|washington d.c.|washington dc|new delhi
    tel aviv|hong kong|mexico city|ciudad de méxico|buenos aires|rio de janeiro|são paulo|sao paulo
    kuala lumpur|abu dhabi|den haag|the hague|la haye|frankfurt am main|st. gallen|cape town
    new orleans|san josé|santiago de chile|phnom penh|addis abeba|addis ababa|saudi arabia
    united states|united kingdom|new zealand|south africa|south korea|north korea|sri lanka
    costa rica|el salvador|puerto rico|st. petersburg|tel-aviv|new jersey|north carolina
    south carolina|west virginia|santa fe|san juan|são tomé|port-au-prince|la paz|el cairo
    le caire|st. louis|st. paul|bad homburg""".replace("\n    ", "|").split("|")
)
"""Places of several words, which could be names of people by their form."""

ORGANISATIONS: Final = frozenset(
    """inc ltd llc gmbh ag ev kg corp corporation company foundation stiftung verlag institute
    institut
    university universität université universidad ministry ministerium department verein verband
    team staff redaktion redaction rédaction redacción redazione redactie editorial editors agency
    agentur agencies association society media magazine magazin news press online""".split()
)
"""Words in the names of organisations: if a person is named elsewhere, that one is the author."""

NOBODY: Final = frozenset(
    """admin administrator webmaster root user guest anonymous unknown none null undefined nobody
    author autor wordpress default n a na no test superuser superadmin siteadmin webadmin bio
    biography register registrieren login log in sign up username name profile profil account konto
    subscribe contact website home menu search share follow email e mail sponsored advertisement
    advertorial anzeige password passwort forgot vergessen memberlist join logout signup signin
    登録 新規登録 会員登録 新規会員登録 無料会員登録 ログイン 登录 登入 登錄 注册 註冊 立即注册
    立即登录 免费注册 忘记密码 忘記密碼 找回密码 로그인 회원가입 تسجيل الدخول
    войти вход регистрация giriş üye ol agencies agenturen agencias agences agenzie agencje""".split()
)
"""What systems and buttons say where nobody is named."""

NOT_NAMES: Final = frozenset(
    """about all our your this that these those here how what why when where who read share follow
    more view posts post topic author authors by article articles contact subscribe menu home login
    sign search news blog category comments comment reply see get learn meet january february march
    april may june july august september october november december jan feb mar apr jun jul aug sep
    oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun
    date time today yesterday minutes minute hours hour days ago rating rated services solutions
    guide review reviews with from to for you we us request demo visit store page try free
    highlights size originally register log bio biography username password profile account website email
    mehr alle zur zum artikel beitrag beiträge autor autoren lesen teilen kommentare registrieren
    anmelden veröffentlicht stand datum nachricht posted published updated edition
    member members memberlist sponsored advertisement güncelleme güncellenme güncellendi yayınlanma
    yayın tarihi aktualisiert aktualisierung actualizado actualización aggiornato aggiornamento
    bijgewerkt uppdaterad opdateret oppdatert обновлено опубликовано zaktualizowano aktualizováno
    voir tous lire partager ver más leer compartir""".split()
)
"""Words of buttons, dates and headlines, which stand in bylines but not in names."""

NAMES_TOO: Final = frozenset("april may june august jan jun".split())
"""Those of them that people are called, if they stand first."""
