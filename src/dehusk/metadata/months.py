"""The names of the months in many languages, and the calendars that are not Gregorian.

>>> MONTHS["märz"], MONTHS["марта"], MONTHS["مارس"]
(3, 3, 3)
>>> jalali_to_gregorian(1400, 1, 12)
(2021, 4, 1)
"""

from __future__ import annotations

from typing import Final

_TABLE = """
en january february march april may june july august september october november december
en jan feb mar apr - jun jul aug sep oct nov dec
en - - - - - - - - sept - - -
de januar februar märz april mai juni juli august september oktober november dezember
de jänner feber maerz - - - - - - okt - dez
de jän - mär - - - - - - - - -
fr janvier février mars avril mai juin juillet août septembre octobre novembre décembre
fr janv févr - avr - - juil aout - - - déc
fr - fevrier - - - - juill - - - - decembre
es enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
es ene - - abr - - - ago setiembre - - dic
it gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
it gen febbr - - mag giu lug - sett ott - -
pt janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
pt - fev - - - - - - set out - dez
ca gener febrer març - maig juny juliol agost setembre - - desembre
nl januari februari maart april mei juni juli augustus september oktober november december
nl - - mrt - - - - - - - - -
sv januari februari mars april maj juni juli augusti september oktober november december
da januar februar marts april maj juni juli august september oktober november december
no januar februar mars april mai juni juli august september oktober november desember
no - - - - - - - - - - - des
fi tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta - - - - - -
fi - - - - - - heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta
is janúar febrúar - apríl maí júní júlí ágúst - október nóvember desember
et jaanuar veebruar märts aprill - juuni juuli - - oktoober - detsember
lv janvāris februāris - aprīlis maijs jūnijs jūlijs augusts septembris oktobris novembris decembris
lt sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio
pl stycznia lutego marca kwietnia maja czerwca - - - - - -
pl - - - - - - lipca sierpnia września października listopada grudnia
pl styczeń luty marzec kwiecień - czerwiec lipiec sierpień wrzesień październik listopad grudzień
cs ledna února března dubna května června července srpna září října listopadu prosince
sk januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra
sl januarja februarja - aprila - junija julija avgusta - oktobra - -
hr siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna - studenoga prosinca
sr јануар фебруар март април мај јун јул август септембар октобар новембар децембар
hu január február március április május június július augusztus szeptember október november december
ro ianuarie februarie martie aprilie - iunie iulie - septembrie octombrie noiembrie decembrie
el ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου - - - - - -
el - - - - - - ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου
el ιαν φεβ μαρ απρ μαϊ ιουν ιουλ αυγ σεπ οκτ νοε δεκ
tr ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
ru января февраля марта апреля мая июня июля августа сентября октября ноября декабря
ru январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь
ru янв фев мар апр - июн июл авг сен окт ноя дек
uk січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня
bg януари февруари март април май юни юли август септември октомври ноември декември
be студзеня лютага сакавіка красавіка - чэрвеня ліпеня жніўня верасня кастрычніка лістапада снежня
id januari februari maret april mei juni juli agustus september oktober november desember
ms - - mac - - jun julai ogos - - - disember
ar يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر
ar جانفي فيفري - ابريل ماي جوان جويلية اغسطس - اكتوبر - -
ar كانونالثاني شباط آذار نيسان أيار حزيران تموز آب أيلول تشرينالأول تشرينالثاني كانونالأول
fa ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر
ur جنوری فروری مارچ اپریل مئی جون جولائی اگست ستمبر اکتوبر نومبر دسمبر
he בינואר בפברואר במרץ באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר
he ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר
hi जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर
hi - फ़रवरी - - - - - - सितम्बर अक्तूबर नवम्बर दिसम्बर
bn জানুয়ারি ফেব্রুয়ারি মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর
ta ஜனவரி பிப்ரவரி மார்ச் ஏப்ரல் மே ஜூன் ஜூலை ஆகஸ்ட் செப்டம்பர் அக்டோபர் நவம்பர் டிசம்பர்
th มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม
th มค กพ มีค เมย พค มิย กค สค กย ตค พย ธค
"""


def _numbers(table: str) -> dict[str, int]:
    return {
        name: month
        for line in table.strip().splitlines()
        for month, name in enumerate(line.split()[1:], 1)
        if name != "-"
    }


MONTHS: Final = _numbers(_TABLE)
JALALI_MONTHS: Final = _numbers(
    "fa فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند"
)
ELSEWHERE: Final = {("hr", "listopada"): 10, ("bs", "listopada"): 10}
"""Names that are another month in another language: Croatian October is Polish November."""

_JALALI_YEARS = range(1200, 1500)
_BUDDHIST_YEARS = range(2400, 2650)


def gregorian(year: int, month: int, day: int, *, jalali: bool) -> tuple[int, int, int]:
    """A date of another calendar as a Gregorian one, where its year shows that it is one.

    >>> gregorian(2566, 2, 3, jalali=False)
    (2023, 2, 3)
    """
    if jalali and year in _JALALI_YEARS:
        return jalali_to_gregorian(year, month, day)
    if year in _BUDDHIST_YEARS:
        return year - 543, month, day
    return year, month, day


def jalali_to_gregorian(year: int, month: int, day: int) -> tuple[int, int, int]:
    """A date of the Iranian solar calendar, by its cycle of 33 years (exact 1200 to 1500)."""
    year += 1595
    days = -355668 + 365 * year + year // 33 * 8 + (year % 33 + 3) // 4 + day
    days += (month - 1) * 31 if month < 7 else (month - 7) * 30 + 186
    result = 400 * (days // 146097)
    days %= 146097
    if days > 36524:
        days -= 1
        result += 100 * (days // 36524)
        days %= 36524
        if days >= 365:
            days += 1
    result += 4 * (days // 1461)
    days %= 1461
    if days > 365:
        result += (days - 1) // 365
        days = (days - 1) % 365
    day = days + 1
    leap = (result % 4 == 0 and result % 100 != 0) or result % 400 == 0
    for number, length in enumerate(
        (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    ):
        if day <= length:
            return result, number + 1, day
        day -= length
    return result, 12, 31
