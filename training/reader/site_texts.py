"""Writes the entries of a business as passages, in the same form as the server's `read/field-passages.ts`."""

import re

DAYS = {
    "Mon": "Jumatatu Monday", "Tue": "Jumanne Tuesday", "Wed": "Jumatano Wednesday", "Thu": "Alhamisi Thursday",
    "Fri": "Ijumaa Friday", "Sat": "Jumamosi Saturday", "Sun": "Jumapili Sunday",
}  # fmt: skip
MONTHS = (
    "Januari January", "Februari February", "Machi March", "Aprili April", "Mei May", "Juni June", "Julai July",
    "Agosti August", "Septemba September", "Oktoba October", "Novemba November", "Desemba December",
)  # fmt: skip
HOURS_TITLE = "Saa za kufungua na kufunga. Opening hours."
PRICE_TITLE = "Bei. Price."
CONTACT_TITLE = "Mawasiliano na mahali. Contact and place."
SMALL_TALK = "Salamu, asante, kwaheri, wewe ni nani. Greeting, thanks, goodbye, who are you."

_ORDER = list(DAYS)
_DAY = "|".join(_ORDER)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-ZÀ-Þ0-9“\"'(])")


def sentences_of(text: str) -> list[str]:
    """Same numbering as `sentencesOfEntry` of question-sets.ts, since labels refer to it."""
    return [sentence for sentence in _SENTENCE_END.split(text.strip()) if sentence]


def passage_of(kind: str, parts: list[str]) -> tuple[str, list[str]]:
    """Title and sentences; the title may be empty."""
    if kind == "hours":
        return HOURS_TITLE, [_hours(parts[0])]
    if kind == "price":
        return PRICE_TITLE, [": ".join(parts)]
    if kind == "contact":
        return CONTACT_TITLE, [parts[0]]
    if kind == "fact":
        return "", sentences_of(parts[0])
    return parts[0], sentences_of(parts[1])


def _hours(text: str) -> str:
    text = re.sub(rf"\b({_DAY})\s*[-–]\s*({_DAY})\b", _span, text)
    text = re.sub(rf"\b({_DAY})\b", lambda day: DAYS[day[1]], text)
    return _dated(text).replace("closed", "imefungwa closed")


def _span(found: re.Match[str]) -> str:
    first, last = _ORDER.index(found[1]), _ORDER.index(found[2])
    days = _ORDER[first : last + 1] if first <= last else _ORDER[first:] + _ORDER[: last + 1]
    return ", ".join(days)


def _dated(text: str) -> str:
    return re.sub(r"(\d{4})-(\d\d)-(\d\d)", lambda date: f"{int(date[3])} {MONTHS[int(date[2]) - 1]} {date[1]}", text)
