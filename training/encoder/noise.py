"""Augmentation of questions: misspellings and speech errors; and small changes that turn a question into a near miss."""

import random
import re
from collections.abc import Sequence

_KEYS = {"a": "sq", "s": "ad", "d": "sf", "e": "wr", "i": "uo", "o": "ip", "n": "bm", "m": "n", "k": "jl", "l": "k", "t": "ry", "u": "yi"}
# Letters that sound alike.
_SOUNDS = (("dh", "z"), ("th", "s"), ("gh", "g"), ("kh", "h"), ("sh", "x"), ("ph", "f"), ("ck", "k"), ("l", "r"), ("r", "l"), ("h", ""))
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
_TELLING = re.compile(r"(?<=\s)(?:[A-Z][\w'’-]+|\d[\d.,:]*)")


def misspelt(text: str, chance: random.Random, share: float = 0.18) -> str:
    """Drops, doubles, swaps or replaces a letter in one long word and in some others."""
    words = text.split()
    longer = [place for place, word in enumerate(words) if len(word) > 3]
    sure = chance.choice(longer) if longer else -1
    for place in longer:
        if place == sure or chance.random() < share:
            words[place] = _slip(words[place], chance)
    return " ".join(words)


def _slip(word: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(word) - 1)
    kind = chance.randrange(6)
    if kind == 0:
        return word[:at] + word[at + 1 :]
    if kind == 1:
        return word[:at] + word[at] + word[at:]
    if kind == 2:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if kind == 3:
        return word[:at] + chance.choice(_KEYS.get(word[at].lower(), word[at])) + word[at + 1 :]
    alike = [(written, other) for written, other in _SOUNDS if written in word[1:]]
    if kind == 4 and alike:
        return word[0] + word[1:].replace(*chance.choice(alike), 1)
    return word[:at] + " " + word[at:]


def spoken(text: str, language: str, chance: random.Random) -> str:
    """Imitates a speech recogniser: no capitals or punctuation, fillers, repeated and missing words."""
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
    """One of the augmentations, mostly none."""
    roll = chance.random()
    if roll < 0.5:
        return text
    if roll < 0.68:
        return spoken(text, language, chance)
    if roll < 0.88:
        return misspelt(text, chance)
    return " ".join(_SHORT.get(word.lower(), word) for word in misspelt(text.lower(), chance, 0.08).split())


def names_in(text: str) -> list[str]:
    """Names and numbers after the first word."""
    return _TELLING.findall(text)


def swapped(text: str, pool: Sequence[str], chance: random.Random) -> str | None:
    """Replaces a name, a number or a word by its opposite, so that the passage no longer answers the question."""
    turned = [word for word in re.findall(r"[a-z]+", text) if word in _OPPOSITE]
    if turned and chance.random() < 0.5:
        word = chance.choice(turned)
        return re.sub(rf"\b{word}\b", _OPPOSITE[word], text, count=1)
    found = names_in(text)
    if not found:
        return None
    old = chance.choice(found)
    for _ in range(8):
        new = chance.choice(pool)
        if new[0].isdigit() == old[0].isdigit() and new.lower() not in text.lower():
            return text.replace(old, new, 1)
    return None
