"""Bytes to text: every rule, in the languages that the legacy encodings were made for."""

from __future__ import annotations

import codecs
import itertools
import random
import tarfile
import time
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk.page.encoding import Decoded, decode, encoding_of_label, is_utf8_already
from dehusk.page.labels import LABELS_OF

ARCHIVE = Path(__file__).parents[2] / "shared" / "data" / "html5lib-tests.tar.xz"

# Of each language a sentence that stands alone as the short case, and more for the long one.
TEXTS = {
    "Russian": (
        "Вчера вечером в городе открылась новая библиотека.",
        "На открытие пришли сотни жителей, и многие из них принесли в подарок свои книги. "
        "Директор сказала, что объявление о подъезде к зданию появится до конца ноября.",
    ),
    "Ukrainian": (
        "Учора ввечері в місті відкрили нову бібліотеку.",
        "Її мешканці чекали на це п'ять років, і сьогодні кожен може взяти додому три книжки. "
        "Є також зал для дітей, де щодня читають казки.",
    ),
    "Bulgarian": (
        "Снощи в града беше открита новата библиотека.",
        "Стотици граждани дойдоха и донесоха книги, които вече не четат. Входът е свободен.",
    ),
    "Greek": (
        "Χθες το βράδυ άνοιξε η νέα βιβλιοθήκη της πόλης.",
        "Άνθρωποι κάθε ηλικίας ήρθαν με τα παιδιά τους και έμειναν ως αργά. Η είσοδος είναι "
        "ελεύθερη, ενώ οι ώρες λειτουργίας θα ανακοινωθούν αύριο.",
    ),
    "Hebrew": (
        "אתמול בערב נפתחה בעיר ספרייה חדשה לקהל הרחב.",
        "מאות תושבים הגיעו עם ילדיהם ונשארו עד שעה מאוחרת. הכניסה חופשית בכל ימי השבוע.",
    ),
    "Arabic": (
        "افتتحت مساء أمس المكتبة الجديدة في وسط المدينة.",
        "وحضر المئات من السكان مع أطفالهم، وقال المدير إن الدخول سيكون مجانا طوال هذا العام.",
    ),
    "Persian": (
        "دیشب کتابخانه تازه شهر به روی همه باز شد.",
        "صدها نفر با فرزندان خود آمدند و تا دیروقت ماندند. گفته شد که ورود برای همه رایگان است.",
    ),
    "Thai": (
        "เมื่อคืนนี้ห้องสมุดแห่งใหม่ของเมืองเปิดให้บริการแล้ว",
        "ชาวเมืองหลายร้อยคนพาลูกหลานมาเยี่ยมชมและอ่านหนังสือจนถึงเวลาปิด ทุกคนเข้าได้โดยไม่เสียค่าใช้จ่าย",
    ),
    "Turkish": (
        "Dün akşam şehirde yeni bir kütüphane açıldı.",
        "Yüzlerce kişi çocuklarıyla geldi ve geç saatlere kadar kaldı. Giriş bütün yıl boyunca "
        "ücretsiz olacak, İstanbul'dan da kitap bağışı bekleniyor.",
    ),
    "Polish": (
        "Wczoraj wieczorem w mieście otwarto nową bibliotekę.",
        "Przyszły setki mieszkańców, a wielu przyniosło książki, których już nie czytają. Wstęp "
        "będzie wolny przez cały rok, także w święta i późnym wieczorem.",
    ),
    "Czech": (
        "Včera večer byla ve městě otevřena nová knihovna.",
        "Přišly stovky obyvatel a mnozí z nich přinesli knížky, které už nečtou. Vstup bude po "
        "celý rok zdarma, i když je otevřeno až do půlnoci.",
    ),
    "Hungarian": (
        "Tegnap este új könyvtár nyílt a városban, és sokan eljöttek.",
        "A belépés egész évben ingyenes lesz, még ünnepnapokon is. Az első héten több mint ötszáz "
        "könyvet kölcsönöztek ki, főleg a gyerekek.",
    ),
    "Romanian": (
        "Aseară s-a deschis în oraş o bibliotecă nouă pentru toţi.",
        "Sute de locuitori au venit cu copiii şi au rămas până târziu. Intrarea va fi liberă tot "
        "anul, iar cărţile pot fi ţinute acasă o lună.",
    ),
    "Lithuanian": (
        "Vakar vakare mieste duris atvėrė nauja biblioteka, į kurią atėjo daug žmonių.",
        "Įėjimas visus metus bus nemokamas. Šimtai gyventojų atsinešė knygų, kurių jau nebeskaito, "
        "ir liko čia iki vėlyvo vakaro.",
    ),
    "Latvian": (
        "Vakar vakarā pilsētā tika atklāta jauna bibliotēka.",
        "Simtiem iedzīvotāju atnāca kopā ar bērniem un palika līdz vēlam vakaram. Ieeja visu gadu "
        "būs bez maksas, arī svētku dienās.",
    ),
    "Vietnamese": (
        "Tối hôm qua, thư viện mới của thành phố đã mở cửa đón bạn đọc.",
        "Hàng trăm người dân đưa con em mình đến và ở lại cho tới khuya. Việc vào cửa sẽ miễn phí "
        "trong suốt cả năm nay.",
    ),
    "German": (
        "Gestern Abend wurde in der Stadt eine neue Bücherei eröffnet.",
        "Hunderte kamen mit ihren Kindern und blieben bis spät in die Nacht. Der Eintritt ist das "
        "ganze Jahr über frei, und größere Gruppen können Führungen vereinbaren.",
    ),
    "French": (
        "Une nouvelle bibliothèque a été inaugurée hier soir à côté de la mairie.",
        "Des centaines d’habitants sont venus avec leurs enfants et sont restés très tard. "
        "L’entrée sera gratuite toute l’année, même pendant les fêtes de Noël.",
    ),
    "Spanish": (
        "Ayer por la noche abrió sus puertas la nueva biblioteca del barrio.",
        "Cientos de vecinos llegaron con sus niños y se quedaron hasta muy tarde. ¿Y el horario? "
        "Todavía no está decidido; la directora lo anunciará mañana.",
    ),
    "Icelandic": (
        "Í gærkvöldi var nýtt bókasafn opnað í bænum.",
        "Það komu mörg hundruð manns með börnin sín og dvöldu þar fram eftir öllu kvöldi.",
    ),
    "simplified Chinese": (
        "昨天晚上，这座城市的新图书馆正式对外开放。",
        "数百名市民带着孩子前来参观，很多人一直待到深夜才离开。馆长表示，全年都可以免费入场。",
    ),
    "traditional Chinese": (
        "昨天晚上，這座城市的新圖書館正式對外開放。",
        "數百名市民帶著孩子前來參觀，很多人一直待到深夜才離開。館長表示，全年都可以免費入場。",
    ),
    "Japanese": (
        "昨日の夜、町に新しい図書館がオープンしました。",
        "数百人の住民が子どもたちと一緒に訪れ、夜遅くまで本を読んでいました。入場は一年を通して無料です。",
    ),
    "Korean": (
        "어제 저녁 도시에 새 도서관이 문을 열었습니다.",
        "수백 명의 주민이 아이들과 함께 찾아와 늦게까지 책을 읽었습니다. 입장은 일 년 내내 무료입니다.",
    ),
}
CYRILLIC = ["windows-1251", "koi8-r", "iso-8859-5", "ibm866"]
LEGACY = {
    "Russian": CYRILLIC,
    "Ukrainian": ["windows-1251", "koi8-u"],
    "Bulgarian": ["windows-1251", "iso-8859-5"],
    "Greek": ["windows-1253", "iso-8859-7"],
    "Hebrew": ["windows-1255"],
    "Arabic": ["windows-1256"],
    "Persian": ["windows-1256"],
    "Thai": ["windows-874"],
    "Turkish": ["windows-1254"],
    "Polish": ["windows-1250", "iso-8859-2"],
    "Czech": ["windows-1250", "iso-8859-2"],
    "Hungarian": ["windows-1250", "iso-8859-2"],
    "Romanian": ["windows-1250", "iso-8859-2"],
    "Lithuanian": ["windows-1257"],
    "Latvian": ["windows-1257"],
    "Vietnamese": ["windows-1258"],
    "German": ["windows-1252"],
    "French": ["windows-1252"],
    "Spanish": ["windows-1252"],
    "Icelandic": ["windows-1252"],
    "simplified Chinese": ["gb18030"],
    "traditional Chinese": ["big5"],
    "Japanese": ["shift_jis", "euc-jp", "iso-2022-jp"],
    "Korean": ["euc-kr"],
}
CASES = [(language, name) for language, names in LEGACY.items() for name in names]
PYTHON_CODECS = {"windows-874": "cp874", "shift_jis": "cp932", "euc-kr": "cp949"}
VIETNAMESE_TONES = "\u0300\u0301\u0303\u0309\u0323"


def page(text: str) -> str:
    return (
        "<!DOCTYPE html><html><head><title>News</title></head>"
        f'<body><div class="main"><p>{text}</p></div></body></html>'
    )


def spelt_for(name: str, text: str) -> str:
    """`text` in the letters that a legacy encoding has."""
    if name == "windows-1256":
        return text.replace("ی", "ي")
    if name == "windows-1258":
        return "".join(map(detached, unicodedata.normalize("NFC", text)))
    return text


def detached(letter: str) -> str:
    """A Vietnamese letter, its tone after it, unless windows-1258 has the whole."""
    try:
        letter.encode("cp1258")
    except UnicodeEncodeError:
        marks = unicodedata.normalize("NFD", letter)
        tones = [mark for mark in marks if mark in VIETNAMESE_TONES]
        rest = "".join(mark for mark in marks if mark not in VIETNAMESE_TONES)
        return unicodedata.normalize("NFC", rest) + "".join(tones)
    return letter


def encoded(name: str, text: str) -> bytes:
    return spelt_for(name, text).encode(PYTHON_CODECS.get(name, name))


class TestMark:
    @pytest.mark.parametrize(
        ("mark", "codec", "name"),
        [
            (codecs.BOM_UTF8, "utf-8", "utf-8"),
            (codecs.BOM_UTF16_LE, "utf-16-le", "utf-16le"),
            (codecs.BOM_UTF16_BE, "utf-16-be", "utf-16be"),
        ],
    )
    def test_wins_over_everybody(self, mark: bytes, codec: str, name: str) -> None:
        text = "<meta charset=koi8-r><p>Grüße, 世界"
        source = mark + text.encode(codec)
        assert decode(source, "windows-1251") == Decoded(text, name, "bom")

    def test_alone(self) -> None:
        assert decode(codecs.BOM_UTF8) == Decoded("", "utf-8", "bom")

    def test_odd_byte_and_lone_surrogates_of_utf16(self) -> None:
        source = codecs.BOM_UTF16_LE + "a".encode("utf-16-le") + b"\x00\xd8" + b"b\x00c"
        assert decode(source).text == "a\ufffdb\ufffd"


class TestLabels:
    @pytest.mark.parametrize(
        ("label", "name"),
        [
            ("latin1", "windows-1252"),
            ("US-ASCII", "windows-1252"),
            ("gb2312", "gbk"),
            ("ks_c_5601-1987", "euc-kr"),
            ("\tUTF8\n", "utf-8"),
            ("unicode", "utf-16le"),
            ("tis-620", "windows-874"),
            ("Shift-JIS", "shift_jis"),
            ("x-mac-cyrillic", "x-mac-cyrillic"),
            ("utf-7", None),
            ("text/html; charset=utf-8", None),
            ("hz-gb-2312", None),
            ("", None),
            ("é", None),
        ],
    )
    def test_label(self, label: str, name: str | None) -> None:
        assert encoding_of_label(label) == name

    def test_the_standard_has_228(self) -> None:
        labels = [label for labels in LABELS_OF.values() for label in labels.split()]
        assert len(labels) == len(set(labels)) == 228
        assert all(name in labels.split() for name, labels in LABELS_OF.items())

    @pytest.mark.parametrize("name", sorted(set(LABELS_OF) - {"replacement"}))
    def test_every_encoding_reads_every_byte(self, name: str) -> None:
        source = b"<p>" + bytes(range(256)) * 2
        text = decode(source, name).text
        assert text.startswith("<p>") or name.startswith("utf-16")


class TestCaller:
    def test_believed_over_meta(self) -> None:
        source = "<meta charset=koi8-r><p>Привет".encode("windows-1251")
        assert decode(source, "cp1251").text == "<meta charset=koi8-r><p>Привет"
        assert decode(source, "cp1251").origin == "caller"

    def test_unknown_label_is_ignored(self) -> None:
        decoded = decode("<meta charset=koi8-r><p>Привет".encode("koi8-r"), "no-such-thing")
        assert (decoded.encoding, decoded.origin) == ("koi8-r", "meta")

    def test_utf16_without_mark(self) -> None:
        source = "<p>Grüße".encode("utf-16-be")
        assert decode(source, "utf-16be") == Decoded("<p>Grüße", "utf-16be", "caller")

    def test_utf16_in_the_other_order(self) -> None:
        source = page("Grüße").encode("utf-16-be")
        assert decode(source, "utf-16le").encoding == "utf-16be"

    def test_utf16_that_is_not(self) -> None:
        assert decode(page("Grüße").encode(), "utf-16").encoding == "utf-8"

    def test_user_defined_keeps_every_byte(self) -> None:
        assert decode(b"a\x80\xff", "x-user-defined").text == "a\uf780\uf7ff"


class TestMeta:
    @pytest.mark.parametrize(
        "head",
        [
            "<meta charset=koi8-r>",
            "<META CHARSET='KOI8-R' />",
            '<meta http-equiv=Content-Type content="text/html; charset=koi8-r">',
            '<meta content="text/html; charset = \'koi8-r\'" http-equiv="content-type">',
            "<!-- <meta charset=utf-8> --><meta charset=koi8-r>",
            "<a title='<meta charset=utf-8>'><meta charset=koi8-r>",
            "<meta charset=nonsense><meta charset=koi8-r>",
            "<!doctype html><html lang=ru><meta name=viewport content=x><meta charset=koi8-r>",
            "<!--><meta charset=koi8-r>",
            "<?php ?></ meta charset=utf-8> 1 <2 <meta charset=koi8-r>",
            '<?xml version="1.0" encoding="koi8-r"?>',
            "<?xml version='1.0' encoding = 'KOI8-R' ?>",
        ],
    )
    def test_found(self, head: str) -> None:
        decoded = decode(f"{head}<p>Да".encode("koi8-r"))
        assert (decoded.encoding, decoded.origin) == ("koi8-r", "meta")
        assert decoded.text.endswith("<p>Да")

    @pytest.mark.parametrize(
        "head",
        [
            "<meta name=charset content=koi8-r>",
            '<meta content="text/html; charset=koi8-r">',
            "<metacharset=koi8-r>",
            "<!-- <meta charset=koi8-r> -->",
            " " * 2000 + "<script>document.write('<meta charset=koi8-r>')</script>",
            '<meta charset="koi8-r',
            "<body>" + " " * 2000 + "<meta charset=koi8-r>",
            '<p><?xml version="1.0" encoding="koi8-r"?>',
        ],
    )
    def test_not_found(self, head: str) -> None:
        assert decode(head.encode()).origin == "fallback"

    @pytest.mark.parametrize("padding", [0, 900, 1024, 5000, *range(8140, 8200, 3), 60_000])
    def test_late_in_the_head(self, padding: int) -> None:
        script = "<script>" + "x" * padding + "</script>"
        source = f"<head>{script}<meta charset=koi8-r></head><p>Да".encode("koi8-r")
        assert decode(source).encoding == "koi8-r"

    def test_not_past_the_bound(self) -> None:
        source = b"<head>" + b" " * 70_000 + b"<meta charset=koi8-r></head>"
        assert decode(source).origin == "fallback"

    def test_utf16_declared_in_ascii_is_utf8(self) -> None:
        decoded = decode("<meta charset=utf-16le><p>Grüße".encode())
        assert (decoded.encoding, decoded.origin) == ("utf-8", "meta")

    def test_user_defined_is_windows_1252(self) -> None:
        assert decode(b"<meta charset=x-user-defined><p>caf\xe9").text.endswith("café")


def conformance_cases() -> Iterator[tuple[bytes, str]]:
    if not ARCHIVE.exists():
        return
    with tarfile.open(ARCHIVE) as archive:
        for name in ("encoding/tests1.dat", "encoding/tests2.dat"):
            file = archive.extractfile(name)
            assert file is not None
            for case in file.read().split(b"#data\n")[1:]:
                data, _, expected = case.partition(b"\n#encoding\n")
                yield data, expected.split()[0].decode()


@pytest.mark.skipif(not ARCHIVE.exists(), reason=f"needs {ARCHIVE.name} in ../shared/data")
@pytest.mark.parametrize(("data", "expected"), list(conformance_cases()), ids=itertools.count())
def test_html5lib_conformance(data: bytes, expected: str) -> None:
    assert decode(data).encoding == encoding_of_label(expected)


def check(decoded: Decoded, text: str, name: str) -> None:
    """Read right, and under the right name unless another encoding has the very same bytes."""
    assert decoded.text == text
    assert decoded.origin == "content"
    if decoded.encoding != name:
        assert encoded(decoded.encoding, text) == encoded(name, text)


class TestContent:
    @pytest.mark.parametrize(("language", "name"), CASES)
    def test_short(self, language: str, name: str) -> None:
        text = page(spelt_for(name, TEXTS[language][0]))
        check(decode(encoded(name, text)), text, name)

    @pytest.mark.parametrize(("language", "name"), CASES)
    def test_long(self, language: str, name: str) -> None:
        text = page(spelt_for(name, " ".join(TEXTS[language])) * 20)
        check(decode(encoded(name, text)), text, name)

    @pytest.mark.parametrize(("language", "name"), CASES)
    def test_capitals(self, language: str, name: str) -> None:
        text = page(spelt_for(name, " ".join(TEXTS[language])).upper())
        assert decode(encoded(name, text)).text == text

    @pytest.mark.parametrize("language", TEXTS)
    def test_utf8(self, language: str) -> None:
        text = page(TEXTS[language][0])
        assert decode(text.encode()) == Decoded(text, "utf-8", "content")

    @pytest.mark.parametrize("language", TEXTS)
    @pytest.mark.parametrize("name", ["utf-16le", "utf-16be"])
    def test_utf16_without_mark(self, language: str, name: str) -> None:
        text = page(TEXTS[language][0])
        assert decode(text.encode(name)) == Decoded(text, name, "content")

    def test_late_in_a_large_page(self) -> None:
        text = "<p>" + "ascii only " * 100_000 + TEXTS["Russian"][0]
        assert decode(text.encode("koi8-r")).encoding == "koi8-r"

    def test_signs_of_english_pages(self) -> None:
        text = page("It’s “here” – © 2024 • £5…")
        assert decode(text.encode("windows-1252")) == Decoded(text, "windows-1252", "content")

    def test_soft_hyphens(self) -> None:
        text = page("Bun\xaddes\xadmi\xadnis\xadte\xadri\xadum für Ver\xadkehr")
        assert decode(text.encode("windows-1252")).text == text

    def test_the_page_says_its_language(self) -> None:
        source = "<html lang=cs><p>PSČ 110 00</p>".encode("windows-1250")
        assert decode(source).encoding == "windows-1250"

    def test_half_width_katakana(self) -> None:
        text = page("ﾆｭｰｽ: " + TEXTS["Japanese"][0])
        assert decode(text.encode("cp932")).text == text

    def test_few_bad_bytes_leave_utf8(self) -> None:
        source = page("Grüße aus München, schöne Häuser").encode() + b"\xff"
        assert decode(source).encoding == "utf-8"

    @pytest.mark.parametrize("source", [b"", b"<p>plain</p>", b"\x00", b" "])
    def test_ascii_is_the_fallback(self, source: bytes) -> None:
        assert decode(source) == Decoded(source.decode(), "windows-1252", "fallback")

    def test_what_fits_nothing_is_the_fallback(self) -> None:
        decoded = decode(random.Random(0).randbytes(5000))
        assert (decoded.encoding, decoded.origin) == ("windows-1252", "fallback")


class TestWrongDeclarations:
    @pytest.mark.parametrize("label", ["latin1", "windows-1251", "gb2312", "shift_jis", "big5"])
    @pytest.mark.parametrize("language", TEXTS)
    def test_utf8_in_truth(self, label: str, language: str) -> None:
        text = page(" ".join(TEXTS[language]))
        if label in ("gb2312", "shift_jis", "big5") and language in ("German", "Spanish"):
            text *= 2  # too little evidence against a multi-byte encoding otherwise
        assert decode(text.encode(), label) == Decoded(text, "utf-8", "content")
        declared = text.replace("<head>", f"<head><meta charset={label}>")
        assert decode(declared.encode()) == Decoded(declared, "utf-8", "content")

    def test_a_wrong_caller_leaves_the_page_its_say(self) -> None:
        source = "<meta charset=koi8-r><p>Да".encode("koi8-r")
        assert decode(source, "utf-8") == Decoded("<meta charset=koi8-r><p>Да", "koi8-r", "meta")

    def test_one_sign_of_utf8_in_a_latin1_page(self) -> None:
        assert decode("<p>© 2024".encode(), "latin1").text == "<p>© 2024"

    def test_utf8_by_chance(self) -> None:
        assert decode(b"<p>CAF\xc9\xbb", "latin1").text == "<p>CAFÉ»"

    @pytest.mark.parametrize(("language", "name"), CASES)
    def test_legacy_declared_as_utf8(self, language: str, name: str) -> None:
        if name == "iso-2022-jp":
            pytest.skip("is ASCII, hence UTF-8")
        text = page(spelt_for(name, " ".join(TEXTS[language])))
        check(decode(encoded(name, text), "utf-8"), text, name)

    def test_truncated_last_character_leaves_utf8(self) -> None:
        assert decode(b"<p>caf" + b"\xc3", "utf-8") == Decoded("<p>caf\ufffd", "utf-8", "caller")

    def test_handful_of_bad_bytes_leaves_utf8(self) -> None:
        source = page(TEXTS["Russian"][0] * 3).encode() + b"\xe9 \xe9"
        decoded = decode(source, "utf-8")
        assert (decoded.encoding, decoded.origin) == ("utf-8", "caller")
        assert decoded.text.count("\ufffd") == 2

    def test_latin1_declared_as_utf8(self) -> None:
        assert decode(b"<meta charset=utf-8><p>It\x92s a caf\xe9").text.endswith("It’s a café")

    def test_utf16_declared_as_utf8(self) -> None:
        assert decode(page("Grüße").encode("utf-16-le"), "utf-8").encoding == "utf-16le"

    def test_another_multi_byte_encoding(self) -> None:
        text = page(" ".join(TEXTS["Japanese"]))
        assert decode(text.encode("cp932"), "euc-jp") == Decoded(text, "shift_jis", "content")

    def test_a_few_cut_characters_leave_gbk(self) -> None:
        text = " ".join(TEXTS["simplified Chinese"]) * 3
        source = b"<p>" + text.encode("gbk") + b"\xd6<br>\xd6<br>"
        decoded = decode(source, "gb2312")
        assert (decoded.encoding, decoded.origin) == ("gbk", "caller")
        assert decoded.text.count("\ufffd<br>") == 2


class TestExtensions:
    """Labels mean the largest encoding of their family, as in browsers."""

    def test_latin1_has_the_signs_of_windows(self) -> None:
        assert decode(b"\x93\x94\x80", "iso-8859-1").text == "“”€"

    def test_undefined_bytes_of_windows_1252_are_controls(self) -> None:
        text = decode(b"\x81\x8d\x8f\x90\x9d", "latin1").text
        assert text == "\x81\x8d\x8f\x90\x9d"

    def test_undefined_letters_are_replaced(self) -> None:
        assert decode(b"a\xd2", "windows-1253").text == "a\ufffd"

    @pytest.mark.parametrize(
        ("label", "codec", "text"),
        [
            ("gb2312", "gb18030", "镕基㐀𠀀"),
            ("shift_jis", "cp932", "①髙㈱～"),
            ("euc-kr", "cp949", "똠방각하 펲시"),
            ("big5", "big5hkscs", "香港嘅㗎"),
            ("big5", "cp950", "碁銹裏墻"),
            ("euc-jp", "euc_jis_2004", "第①回"),
            ("iso-2022-jp", "iso2022_jp_ext", "日本語とｶﾅ"),
        ],
    )
    def test_extension(self, label: str, codec: str, text: str) -> None:
        assert decode(f"<p>{text}</p>".encode(codec), label).text == f"<p>{text}</p>"

    def test_single_bytes_as_turbohtml_has_them(self) -> None:
        pytest.importorskip("turbohtml.detect", reason="turbohtml registers the WHATWG codecs")
        for name in LABELS_OF:
            if name.startswith(("iso-8859", "windows", "koi8", "ibm", "mac", "x-")):
                source = bytes(range(256))
                assert decode(source, name).text == source.decode(f"whatwg-{name}", "replace")


class TestAnyBytes:
    @given(st.binary(max_size=400), st.none() | st.sampled_from(sorted(LABELS_OF)))
    def test_decode(self, source: bytes, label: str | None) -> None:
        decoded = decode(source, label)
        decoded.text.encode("utf-8")  # raises on a lone surrogate
        assert decoded.encoding in LABELS_OF

    @given(st.binary(max_size=200), st.sampled_from([b"<meta ", b"<?xml ", b"<!--", b"<a "]))
    def test_decode_broken_markup(self, source: bytes, start: bytes) -> None:
        decode(start + source)
        decode(start + b"charset=" + source)

    @given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
    def test_utf8_declared_is_read_back(self, text: str) -> None:
        if not text.startswith("\ufeff") and "\0" not in text:
            assert decode(text.encode(), "utf-8").text == text

    @given(
        st.sampled_from(
            [b"", b"\xef\xbb\xbf", b"<meta charset=utf-8>", b"<meta charset=latin1>", b"\0"]
        ),
        st.binary(max_size=40)
        | st.text(max_size=40).map(lambda text: text.encode("utf-8", "replace")),
        st.none() | st.sampled_from(["utf-8", "latin1", "utf-16", "gbk", "nonsense"]),
    )
    def test_what_is_utf8_already_need_not_be_decoded(
        self, start: bytes, rest: bytes, declared: str | None
    ) -> None:
        source = start + rest
        decoded = decode(source, declared)
        if is_utf8_already(source, declared):
            assert decoded.encoding == "utf-8"
            assert decoded.text.encode() == source

    @pytest.mark.parametrize("name", sorted(set(LABELS_OF) - {"replacement"}))
    def test_no_lone_surrogates(self, name: str) -> None:
        pairs = b"".join(map(bytes, itertools.product(range(0x80, 0x100), range(0x30, 0x100))))
        decode(pairs, name).text.encode("utf-8")

    @pytest.mark.parametrize(
        "piece",
        [b"\xff", b"<", b"<meta ", b"<!-- ", b"<a b='", b"\xe4\xb8\xad", b"\xd6\xd0 ", b"\x1b$B"],
    )
    def test_large_input_is_no_trouble(self, piece: bytes) -> None:
        source = piece * (2_000_000 // len(piece))
        start = time.perf_counter()
        decode(source)
        assert time.perf_counter() - start < 2
