"""The conversations of `training/chat` as sites: entries with their sentences, and questions with the turns before them."""

from pathlib import Path
from typing import Any

from forms import form_number
from paths import CHAT
from site_texts import SMALL_TALK, passage_of

Json = dict[str, Any]
# What the assistant says when the information does not answer.
REFUSALS = {
    "sw": "Samahani, sina taarifa hiyo. Wasiliana nasi moja kwa moja.",
    "en": "Sorry, I do not have that information. Please contact us directly.",
}


def held_out(name: str) -> bool:
    """Every fifth organisation by its name: there are few, and half of their questions are follow-ups."""
    return sum(map(ord, name)) % 5 == 0


def chat_sites() -> list[Json]:
    return [site for path in sorted(CHAT.glob("set-*.txt")) for site in _read_set(path)]


def _read_set(path: Path) -> list[Json]:
    sites: list[Json] = []
    places: dict[str, int] = {}
    thread: list[list[str]] | None = None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        mark, parts = line[:1], [part.strip() for part in line[1:].split("|")]
        if mark == "#":
            name = parts[0]
            sites.append({"set": "chat", "file": path.stem, "name": name, "held": held_out(name), "entries": [], "questions": []})
            places = {}
        elif mark == "@":
            identifier, kind = parts[0].split()
            title, sentences = passage_of(kind, parts[1:])
            places[identifier] = len(sites[-1]["entries"])
            sites[-1]["entries"].append({"kind": kind, "title": title, "sentences": sentences, "text": "; ".join(parts[1:])})
        elif mark == "=":
            thread = []
        elif mark in ("?", "!", "~"):
            try:
                asked = _question(mark, parts, places)
            except (KeyError, ValueError, IndexError) as fault:
                raise ValueError(f"{path.name}, line {number}: {line}") from fault
            if thread is not None:
                asked["thread"] = [list(turn) for turn in thread[-2:]]
                asked["h"] = thread[-1][0] if thread else ""
                thread.append([asked["q"], _answer(sites[-1]["entries"], asked)])
            sites[-1]["questions"].append(asked)
        elif not line.strip():
            thread = None
        else:
            raise ValueError(f"{path.name}, line {number}: a line begins with #, @, =, ?, ! or ~")
    for site in sites:
        site["entries"].append({"kind": "talk", "title": "", "sentences": [SMALL_TALK], "text": ""})
    return sites


def _question(mark: str, parts: list[str], places: dict[str, int]) -> Json:
    found: Json = {"q": parts[1] if mark == "~" else parts[2], "h": "", "lang": parts[0], "gold": [], "near": None, "form": "", "thread": []}
    if mark == "~":
        found["gold"] = [[len(places), None]]
        return found
    label, _, form = parts[1].partition(" ")
    if mark == "?":
        found["form"] = form.strip() or "value"
        form_number(found["form"])
        for each in label.replace(">", "+").split("+"):
            entry, _, sentence = each.partition("*")[0].partition(".")
            found["gold"].append([places[entry], int(sentence) - 1 if sentence else None])
    elif label in places:
        found["near"] = places[label]
    return found


def _answer(entries: list[Json], asked: Json) -> str:
    """What the assistant would have said: the sentences that answer, or that it does not know."""
    said = []
    for place, sentence in asked["gold"]:
        if place < len(entries):
            entry = entries[place]
            said.append(entry["text"] if sentence is None else entry["sentences"][sentence])
    return " ".join(said) or REFUSALS["sw" if asked["lang"] == "sw" else "en"]
