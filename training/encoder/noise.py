"""Wording as it reaches us: misspelt, spoken, shortened; and the small changes that turn an answer into a near miss."""

import random
import re
from collections.abc import Sequence

_KEYS = {"a": "sq", "s": "ad", "d": "sf", "e": "wr", "i": "uo", "o": "ip", "n": "bm", "m": "n", "k": "jl", "l": "k", "t": "ry", "u": "yi"}
_SHORT = {
    "nini": "nn", "sana": "xana", "sasa": "xaxa", "hapa": "apa", "kwani": "kwan", "shilingi": "sh", "mimi": "mi",
    "hivi": "ivi", "hiyo": "iyo", "huyu": "uyu", "habari": "abari", "nataka": "nataka", "please": "pls", "you": "u",
    "are": "r", "your": "ur", "what": "wat", "for": "4", "and": "n", "how": "hw", "with": "w", "because": "cz",
}  # fmt: skip
_BEFORE = {
    "en": ["umm", "uh", "ok and", "great and", "alright so", "hi", "hello", "perfect and", "yeah", "excuse me", "i wanted to ask",
           "can you tell me", "do you know", "i'd like to know", "sounds good", "okay cool", "please", "actually", "one more thing"],
    "sw": ["eeh", "aah", "samahani", "habari", "naomba kujua", "naomba kuuliza", "sasa", "yaani", "mambo", "niaje", "hello",
           "tafadhali", "ningependa kujua", "na je", "sawa na", "hivi", "kwani", "boss", "hodi"],
}  # fmt: skip
_AFTER = {
    "en": ["please", "thanks", "for that", "there", "you know", "and also", "right"],
    "sw": ["tafadhali", "jamani", "asante", "hapo", "ama", "au vipi", "eti", "kaka", "dada"],
}
_OPPOSITES = """first last|before after|largest smallest|biggest smallest|highest lowest|most least|north south|east west|oldest youngest
more less|start end|began ended|born buried|won lost|increase decrease|longest shortest|earliest latest|with without|above below|father mother
husband wife|brother sister|old new|open close|arrive leave|buy sell|kwanza mwisho|kabla baada|kubwa dogo|mkubwa mdogo|refu fupi|mrefu mfupi
kaskazini kusini|mashariki magharibi|baba mama|mume mke|kaka dada|alizaliwa alizikwa|ndani nje|juu chini|zaidi kidogo|mwanzo mwisho"""
_OPPOSITE = {word: other for pair in re.split(r"[|\n]", _OPPOSITES) for word, other in (pair.split(), pair.split()[::-1])}
_SENTENCE = re.compile(r"(?<=[.!?…])\s+(?=[A-Z0-9\"'“(])")
_TELLING = re.compile(r"(?<=\s)(?:[A-Z][\w'’-]+|\d[\d.,:]*)")


def misspelt(text: str, chance: random.Random, share: float = 0.18) -> str:
    """Some longer words lose, double, swap or mistake a letter."""
    return " ".join(_slip(word, chance) if len(word) > 3 and chance.random() < share else word for word in text.split())


def _slip(word: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(word) - 1)
    kind = chance.randrange(5)
    if kind == 0:
        return word[:at] + word[at + 1 :]
    if kind == 1:
        return word[:at] + word[at] + word[at:]
    if kind == 2:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if kind == 3:
        return word[:at] + chance.choice(_KEYS.get(word[at].lower(), word[at])) + word[at + 1 :]
    return word[:at] + " " + word[at:]


def spoken(text: str, language: str, chance: random.Random) -> str:
    """As a speech recogniser writes it: no capitals or marks, fillers, a word twice, a word lost."""
    words = re.sub(r"[?.,!;:\"]", " ", text.lower()).split()
    if len(words) > 4 and chance.random() < 0.3:
        at = chance.randrange(len(words))
        words[at : at + 1] = [words[at]] * chance.choice((0, 2))
    side = "sw" if language == "sw" else "en"
    if chance.random() < 0.6:
        words = chance.choice(_BEFORE[side]).split() + words
    if chance.random() < 0.25:
        words += chance.choice(_AFTER[side]).split()
    return " ".join(words)


def noisy(text: str, language: str, chance: random.Random) -> str:
    """One way of writing or saying it, mostly the plain one."""
    roll = chance.random()
    if roll < 0.55:
        return text
    if roll < 0.75:
        return spoken(text, language, chance)
    if roll < 0.9:
        return misspelt(text, chance)
    return " ".join(_SHORT.get(word.lower(), word) for word in misspelt(text.lower(), chance, 0.08).split())


def telling(text: str) -> list[str]:
    """Names and numbers after the first word."""
    return _TELLING.findall(text)


def swapped(text: str, pool: Sequence[str], chance: random.Random) -> str | None:
    """The question about another name, number or end of the scale: what answered it no longer does."""
    turned = [word for word in re.findall(r"[a-z]+", text) if word in _OPPOSITE]
    if turned and chance.random() < 0.5:
        word = chance.choice(turned)
        return re.sub(rf"\b{word}\b", _OPPOSITE[word], text, count=1)
    found = telling(text)
    if not found:
        return None
    old = chance.choice(found)
    for _ in range(8):
        new = chance.choice(pool)
        if new[0].isdigit() == old[0].isdigit() and new.lower() not in text.lower():
            return text.replace(old, new, 1)
    return None


def withheld(passage: str, answer: str) -> str | None:
    """The passage without the sentences that hold the answer, when others remain."""
    sentences = _SENTENCE.split(passage)
    rest = [sentence for sentence in sentences if answer.lower() not in sentence.lower()]
    return " ".join(rest) if rest and len(rest) < len(sentences) else None


def shortened(passage: str, answer: str, chance: random.Random) -> str:
    """The passage without a sentence that does not matter, so that a missing sentence alone betrays nothing."""
    sentences = _SENTENCE.split(passage)
    spare = [i for i, sentence in enumerate(sentences) if answer.lower() not in sentence.lower()]
    if len(sentences) < 3 or not spare:
        return passage
    del sentences[chance.choice(spare)]
    return " ".join(sentences)
