"""Generates plain questions about the entries of a site, and the same forms about things that the site does not have."""

import random
import re
from dataclasses import dataclass
from typing import Any

from claims import negated
from forms import opener_polarity
from lexicon import Lexicon
from plain_wording import (
    CHECKED, DAYS, EMAIL, GREETINGS, HOURS, PHONE, PLACE, PRICE, SENTENCE, SIZED, TITLE, TOPICS, WHATSAPP,
    action_question, asks_price, counted, lower, ordinary_name, short_form, stem, content_words,
)  # fmt: skip

KINDS = {"price": 0.42, "hours": 0.06, "contact": 0.1, "faq": 0.14, "statement": 0.16, "topic": 0.12}
# Shares of the questions about prices: an item of another kind, a similar one, another size.
ABSENT, NEAR, OTHER_SIZE = 0.18, 0.18, 0.08
GREETED, TRANSLATED = 0.08, 0.12
TRIES = 40
Json = dict[str, Any]


@dataclass(frozen=True)
class Plain:
    """A question with the entries that answer it, the sentence of the first if known, and entries that nearly answer it."""

    text: str
    entries: list[int]
    sentence: int | None = None
    near: tuple[int, ...] = ()
    # As in the conversations; empty if unknown.
    form: str = ""


class PlainQuestions:
    """Questions from a site's entries; some about things that only other sites have."""

    def __init__(self, entries: list[list[Json]], sites: list[int], lexicon: Lexicon) -> None:
        self.entries, self.lexicon = entries, lexicon
        self.items = sorted({_item(entry) for site in sites for entry in entries[site] if entry["kind"] == "price"})
        self.known: dict[int, tuple[str, frozenset[str]]] = {}

    def ask(self, site: int, chance: random.Random) -> Plain:
        kind = chance.choices(list(KINDS), list(KINDS.values()))[0]
        plain = getattr(self, f"_{kind}")(site, chance) or self._price(site, chance) or self._topic(site, chance)
        if plain is None:
            return Plain(chance.choice(PRICE).format(lower(self._foreign(site, chance))), [])
        if chance.random() < GREETED:
            return Plain(chance.choice(GREETINGS) + lower(plain.text), plain.entries, plain.sentence, plain.near, plain.form)
        return plain

    def paraphrases(self, site: int, chance: random.Random, count: int) -> list[Plain]:
        """Questions about the same item in different forms."""
        prices = self._places(site, "price")
        if not prices:
            return []
        name = _item(self.entries[site][chance.choice(prices)])
        forms = chance.sample(PRICE, count)
        return [Plain(form.format(lower(name)), self._having(site, name), 0) for form in forms]

    def _price(self, site: int, chance: random.Random) -> Plain | None:
        prices = self._places(site, "price")
        if not prices:
            return None
        roll = chance.random()
        name = _item(self.entries[site][chance.choice(prices)])
        if roll < ABSENT:
            text, form = self._priced(self._foreign(site, chance), chance)
            return Plain(text, [], form=form)
        if roll < ABSENT + NEAR:
            return self._near(site, prices, chance)
        if roll < ABSENT + NEAR + OTHER_SIZE:
            return self._other_size(site, name, chance)
        found = action_question(name, chance) if chance.random() < 0.5 else None
        if found is not None:
            return Plain(found, self._having(site, name.split(",")[0].rpartition(" ")[0] or name), 0)
        if chance.random() < 0.2:
            text = counted(name, chance)
            return Plain(text, self._having(site, name.split(",")[0] if name not in text else name), 0, form="count")
        ordinary = ordinary_name(name, chance)
        answering = self._having(site, ordinary) or self._having(site, name)
        if chance.random() < TRANSLATED:
            into = "en" if re.search(r"\b(?:ya|wa|na|kwa|za|la|cha|ku\w+)\b", ordinary) else "sw"
            ordinary = self.lexicon.translated(ordinary, into, chance)
        wording = chance.choice(PRICE)
        return Plain(wording.format(ordinary), answering, 0, form=_form_of(wording))

    def _priced(self, name: str, chance: random.Random) -> tuple[str, str]:
        """A question for a price in any form, so that the form does not reveal whether the item is listed."""
        found = action_question(name, chance) if chance.random() < 0.5 else None
        if found is not None:
            return found, ""
        if chance.random() < 0.2:
            return counted(name, chance), "count"
        wording = chance.choice(PRICE)
        return wording.format(ordinary_name(name, chance)), _form_of(wording)

    def _near(self, site: int, prices: list[int], chance: random.Random) -> Plain | None:
        """An item of another site that shares a word with an item here, but is something that this site does not have."""
        own = {stem(word): place for place in prices for word in content_words(_item(self.entries[site][place]))}
        for _ in range(TRIES):
            item = chance.choice(self.items).split(",")[0].split("(")[0].strip()
            words = content_words(item)
            shared = [own[stem(word)] for word in words if stem(word) in own]
            if shared and any(self._is_unknown(site, word) for word in words if len(word) > 3):
                text, form = self._priced(item, chance)
                return Plain(text, [], None, tuple(sorted(set(shared))), form)
        return None

    def _other_size(self, site: int, name: str, chance: random.Random) -> Plain | None:
        sized = SIZED.search(name)
        if sized is None:
            return None
        number = sized[1] or sized[2]
        other = str(chance.choice([each for each in (1, 2, 3, 5, 8, 10, 15, 20, 25, 40, 50, 75, 100, 250, 500) if str(each) != number]))
        alike = self._having(site, name.split()[0])
        if any(re.search(rf"\b{other}\b", _item(self.entries[site][place])) for place in alike):
            return None
        start = sized.start() + sized[0].index(number)
        text = chance.choice(PRICE).format(lower(name[:start] + other + name[start + len(number) :]))
        return Plain(text, [], None, tuple(alike))

    def _hours(self, site: int, chance: random.Random) -> Plain | None:
        places = self._places(site, "hours")
        return Plain(chance.choice(HOURS).format(chance.choice(DAYS)), places) if places else None

    def _contact(self, site: int, chance: random.Random) -> Plain | None:
        places = self._places(site, "contact")
        if not places:
            return None
        text = self.entries[site][places[0]]["sentences"][0]
        words, forms = chance.choice((("phone", PHONE), ("", PLACE), ("whatsapp", WHATSAPP), ("email", EMAIL)))
        if words in text:
            return Plain(chance.choice(forms), places)
        return None if words in self._text(site)[0] else Plain(chance.choice(forms), [], None, tuple(places))

    def _faq(self, site: int, chance: random.Random) -> Plain | None:
        places = self._places(site, "faq", "doc")
        if not places:
            return None
        place = chance.choice(places)
        entry = self.entries[site][place]
        if chance.random() < 0.5:
            short = short_form(entry["title"], chance)
            return Plain(short, [place]) if short else None
        return Plain(entry["title"] if entry["kind"] == "faq" else chance.choice(TITLE).format(lower(entry["title"])), [place])

    def _statement(self, site: int, chance: random.Random) -> Plain | None:
        """A sentence of the site as a question, sometimes negated, or some of its words."""
        places = self._places(site, "faq", "doc", "fact")
        if not places:
            return None
        place = chance.choice(places)
        sentences = self.entries[site][place]["sentences"]
        at = chance.randrange(len(sentences))
        sentence = sentences[at].rstrip(".!")
        if chance.random() < 0.4:
            short = short_form(sentence, chance)
            is_clear = short is not None and len(self._saying(site, short)) == 1
            return Plain(short, [place], at) if short and is_clear else None
        other = negated(sentence, chance) if chance.random() < 0.3 else None
        wording = chance.choice(SENTENCE)
        form = "" if wording not in CHECKED or opener_polarity(sentence) else "yes" if other is None else "no" if _is_opposite(sentence, other) else ""
        return Plain(wording.format(lower(other or sentence)), [place], at, form=form)

    def _saying(self, site: int, words: str) -> list[str]:
        """The sentences that contain all of these words."""
        wanted = {stem(word) for word in content_words(words)}
        every = [sentence for entry in self.entries[site] for sentence in entry["sentences"]]
        return [sentence for sentence in every if wanted <= {stem(word) for word in content_words(sentence)}]

    def _text(self, site: int) -> tuple[str, frozenset[str]]:
        """All text of a site in lower case, and the stems of its words."""
        if site not in self.known:
            text = " ".join(part for entry in self.entries[site] for part in (entry["title"], *entry["sentences"])).lower()
            self.known[site] = text, frozenset(map(stem, content_words(text)))
        return self.known[site]

    def _topic(self, site: int, chance: random.Random) -> Plain | None:
        """A common question: answered if one title is about it, unanswered if the site does not mention it."""
        words, forms = chance.choice(TOPICS)
        titled = [place for place in self._places(site, "faq") if re.search(words, self.entries[site][place]["title"], re.I)]
        if len(titled) == 1:
            return Plain(chance.choice(forms), titled)
        return None if re.search(words, self._text(site)[0]) else Plain(chance.choice(forms), [])

    def _foreign(self, site: int, chance: random.Random) -> str:
        """An item of another site that shares no word with this one."""
        stems = self._text(site)[1]
        while True:
            item = chance.choice(self.items)
            words = [word for word in content_words(item) if len(word) > 3]
            if words and not any(stem(word) in stems for word in words):
                return item

    def _is_unknown(self, site: int, word: str) -> bool:
        stems = self._text(site)[1]
        others = [other for other, _ in self.lexicon.search_words(word.lower())]
        return not any(stem(each) in stems for each in (word, *others))

    def _places(self, site: int, *kinds: str) -> list[int]:
        return [place for place, entry in enumerate(self.entries[site]) if entry["kind"] in kinds]

    def _having(self, site: int, name: str) -> list[int]:
        """The prices whose name contains every content word of this one."""
        wanted = {stem(word) for word in content_words(name)}
        prices = self._places(site, "price")
        return [place for place in prices if wanted <= {stem(word) for word in content_words(_item(self.entries[site][place]))}]


def _form_of(wording: str) -> str:
    return "value" if asks_price(wording) else ""


def _is_opposite(sentence: str, other: str) -> bool:
    """Not so if a part was only made wider (`also` for `only`, `pia` for `tu`), or if a negation was negated by a second one."""
    return not re.search(r"\b(?:also|pia|need not|si lazima|pamoja na)\b|\bnot (?:\w+ )?(?:not|no|never|cannot)\b|\bcannot not\b", other)


def _item(entry: Json) -> str:
    return entry["sentences"][0].rpartition(": ")[0]
