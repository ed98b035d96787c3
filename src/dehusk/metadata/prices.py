"""Prices as pages write them.

>>> shown_price("Now only € 1.149,00!")
('1149.00', 'EUR')
>>> plain_number("67.8400"), shown_price("12 reviews")
('67.84', None)
"""

from __future__ import annotations

import re
import unicodedata

_PLAIN = re.compile(r"[0-9]{1,15}+(?:\.[0-9]{1,10}+)?")
_SIGNS = dict(
    pair.split()
    for pair in """€ EUR, £ GBP, ₹ INR, ₽ RUB, руб RUB, ₴ UAH, ₺ TRY, ₩ KRW, ₫ VND, ₪ ILS, ฿ THB, ₱ PHP,
    ₸ KZT, zł PLN, Kč CZK, lei RON, Ft HUF, R$ BRL, US$ USD, CA$ CAD, AU$ AUD, A$ AUD, C$ CAD, NT$ TWD,
    HK$ HKD, Rs INR, kn HRK, $ $, ¥ ¥, ￥ ¥, 元 ¥, 円 JPY, kr kr""".split(",")
)
"""Signs that stand beside prices; those of several currencies stand for themselves."""
_CODES = """AED ARS AUD BGN BRL CAD CHF CLP CNY COP CZK DKK EUR GBP HKD HRK HUF IDR ILS INR ISK JPY KRW
    KZT MXN MYR NOK NZD PEN PHP PLN RON RSD RUB SAR SEK SGD THB TRY TWD UAH USD VND ZAR""".split()
_CURRENCY = "|".join(
    (
        *(f"(?<![A-Za-z]){code}(?![A-Za-z])" for code in _CODES),
        *sorted(
            (
                rf"(?<!\w){re.escape(sign)}(?!\w)" if sign.isalpha() else re.escape(sign)
                for sign in _SIGNS
            ),
            key=len,
            reverse=True,
        ),
    )
)
_NUMBER = re.compile(
    r"[0-9]{1,12}+(?:(?:[.,'’]|[ \u00a0\u202f](?=[0-9]{3}(?![0-9])))[0-9]{1,6}+){0,5}+"
)
_SIGN = re.compile(_CURRENCY, re.IGNORECASE)
_BESIDE = 6
_BY_SIGN = {sign.casefold(): code for sign, code in _SIGNS.items()} | {
    code.casefold(): code for code in _CODES
}


def plain_number(value: str) -> str | None:
    """A price that data declare, as a plain decimal number; None where it is none or nothing.

    >>> plain_number("15.99"), plain_number("1,149.00"), plain_number("0"), plain_number("free")
    ('15.99', '1149.00', None, None)
    """
    text = _digits(value.strip()[:60])
    if _PLAIN.fullmatch(text):
        return _tidy(text)
    numbers = _NUMBER.findall(text)
    return _number(numbers[0]) if len(numbers) == 1 else None


def shown_price(text: str) -> tuple[str, str] | None:
    """The first number of a short text that has a currency beside it, and the currency.

    >>> shown_price("249 ₽"), shown_price("kr 1 299,50"), shown_price("3 for 2")
    (('249', 'RUB'), ('1299.50', 'kr'), None)
    """
    text = _digits(text)
    for match in _NUMBER.finditer(text):
        before = text[max(0, match.start() - _BESIDE) : match.start()]
        after = text[match.end() : match.end() + _BESIDE]
        signs = _SIGN.findall(before)[-1:] or _SIGN.findall(after)[:1]
        if signs and (number := _number(match[0])):
            return number, _BY_SIGN[signs[0].casefold()]
    return None


def currency_of(value: str) -> str | None:
    """A code or sign of a currency in one spelling.

    >>> currency_of("eur"), currency_of("€"), currency_of("XYZ"), currency_of("none of them")
    ('EUR', 'EUR', 'XYZ', None)
    """
    text = value.strip()
    known = _BY_SIGN.get(text.casefold())
    return known or (text.upper() if len(text) == 3 and text.isascii() and text.isalpha() else None)


def _digits(text: str) -> str:
    """A text with the digits of every script as those of ASCII."""
    if text.isascii():
        return text
    return "".join([str(unicodedata.decimal(one, one)) for one in text])


def _number(text: str) -> str | None:
    """A number with separators. The last one sets off a fraction unless three digits follow.

    >>> _number("1.299"), _number("1,299.5"), _number("12,90"), _number("1'000")
    ('1299', '1299.5', '12.90', '1000')
    """
    whole, fraction = text, ""
    at = max(text.rfind("."), text.rfind(","))
    if at >= 0 and (len(text) - at - 1 < 3 or text[at] not in ".," or text[:at] == "0"):
        whole, fraction = text[:at], text[at + 1 :]
    digits = "".join([one for one in whole if one.isdigit()])
    return _tidy(f"{digits}.{fraction}" if fraction else digits)


def _tidy(number: str) -> str | None:
    """A number without zeros at its start and without more than two at its end."""
    whole, _, fraction = number.partition(".")
    if len(fraction) > 2:
        fraction = fraction[:2] + fraction[2:].rstrip("0")
    whole = whole.lstrip("0") or "0"
    if not (whole + fraction).strip("0"):
        return None
    return f"{whole}.{fraction}" if fraction else whole
