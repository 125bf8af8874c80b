"""Generates questions in the wording of the entries: answerable ones, and the same forms about absent things."""

import random
import re
from dataclasses import dataclass
from typing import Any

from claims import negated

Json = dict[str, Any]
_PRICE = (
    "How much is {}?", "how much for {}", "price of {}", "what does {} cost?", "{} price", "how much do you charge for {}", "Do you have {}?",
    "do you sell {}", "what is the cost of {}", "{} ni bei gani?", "bei ya {} ni gani", "{} bei gani", "{} ni shilingi ngapi?", "{} shs ngapi",
    "Mna {}?", "mnauza {}", "gharama ya {} ni ngapi", "{} ni pesa ngapi", "naomba bei ya {}", "nataka {}, ni how much?", "{} mnauza ngapi",
    "{}", "mko na {}", "price ya {}",
)  # fmt: skip
_HOURS = (
    "What are your opening hours?", "when do you open", "What time do you close?", "are you open now?", "Are you open today?",
    "are you open on {}?", "what time do you open on {}", "do you work on {}?", "Mnafungua saa ngapi?", "mnafunga saa ngapi", "mko wazi sasa?",
    "mko wazi leo", "Je, {} mnafungua?", "{} mko wazi", "saa za kazi ni zipi?", "saa za kufungua", "{} mnafunga saa ngapi?", "opening hours",
    "till what time are you open", "mpo wazi mpaka saa ngapi", "hours za kazi", "mnafanya kazi siku gani", "kesho mnafungua?", "open tomorrow?",
)  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Saturday", "Sunday", "weekends", "Jumatatu", "Ijumaa", "Jumamosi", "Jumapili", "wikendi", "Alhamisi")
_PHONE = (
    "What is your phone number?", "phone number", "how can I call you", "contact please", "How do I contact you?", "namba ya simu", "Namba yenu ya simu ni ipi?",
    "naomba namba ya simu", "nawapigiaje", "nawezaje kuwasiliana nanyi?", "contacts zenu",
)  # fmt: skip
_TITLE = ("{}", "{}", "{}?", "tell me about {}", "Naomba maelezo kuhusu {}", "nieleze kuhusu {}", "information on {}", "more about {}")
_SENTENCE = ("Is it true that {}?", "{}?", "Je, {}?", "ni kweli {}", "so {}, right?", "{}, sivyo?", "I heard that {}")
_WORD = re.compile(r"[a-zà-ÿ]{4,}")


@dataclass(frozen=True)
class Plain:
    """A question with the entries that answer it, and the sentence of the first one, if known."""

    text: str
    entries: list[int]
    sentence: int | None


class PlainQuestions:
    """Questions from a site's entries; some about things that only other sites have."""

    def __init__(self, entries: list[list[Json]], sites: list[int]) -> None:
        self.entries = entries
        self.items = sorted({_item(entry) for site in sites for entry in entries[site] if entry["kind"] == "price"})

    def ask(self, site: int, chance: random.Random) -> Plain:
        entries = self.entries[site]
        place = chance.randrange(len(entries))
        kind, title, sentences = (entries[place][key] for key in ("kind", "title", "sentences"))
        if kind == "price":
            return self._price(entries, place, chance)
        if kind == "hours":
            return Plain(chance.choice(_HOURS).format(chance.choice(_DAYS)), [place], None)
        if kind == "contact" and "phone" in sentences[0]:
            return Plain(chance.choice(_PHONE), [place], None)
        if kind in ("faq", "doc") and chance.random() < 0.6:
            return Plain(title if kind == "faq" else chance.choice(_TITLE).format(_lower(title)), [place], None)
        if kind in ("faq", "doc", "fact"):
            at = chance.randrange(len(sentences))
            said = sentences[at].rstrip(".!")
            if chance.random() < 0.3:
                said = negated(said, chance) or said
            return Plain(chance.choice(_SENTENCE).format(_lower(said)), [place], at)
        return self._foreign(entries, chance)

    def _price(self, entries: list[Json], place: int, chance: random.Random) -> Plain:
        """By the full name, or by its first part, which several items may share."""
        if chance.random() < 0.35:
            return self._foreign(entries, chance)
        name = _item(entries[place])
        if chance.random() < 0.4:
            name = name.split(",")[0].split("(")[0].strip()
        same = [at for at, each in enumerate(entries) if each["kind"] == "price" and _item(each).startswith(name)]
        return Plain(chance.choice(_PRICE).format(_lower(name)), same, 0)

    def _foreign(self, entries: list[Json], chance: random.Random) -> Plain:
        """An item of another site that shares no word with this one."""
        text = " ".join(sentence for entry in entries for sentence in (entry["title"], *entry["sentences"])).lower()
        stems = {word[:5] for word in _WORD.findall(text)}
        while True:
            item = chance.choice(self.items)
            words = _WORD.findall(item.lower())
            if words and not any(word[:5] in stems for word in words):
                return Plain(chance.choice(_PRICE).format(_lower(item)), [], None)


def _item(entry: Json) -> str:
    return entry["sentences"][0].rpartition(": ")[0]


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
