"""The businesses of `training/businesses` as sites: entries with their sentences, questions with their labels."""

import json
import re
from pathlib import Path
from typing import Any

from paths import BUSINESSES
from site_texts import SMALL_TALK, passage_of, sentences_of

Json = dict[str, Any]


def held_out(name: str) -> bool:
    """Every tenth business by its name: `isHeldOut` of question-sets.ts."""
    return sum(map(ord, name)) % 10 == 0


def business_sites() -> list[Json]:
    found = [site for path in sorted(BUSINESSES.glob("set-*.txt")) for site in _read_set(path)]
    return found + [site for path in sorted(BUSINESSES.glob("part-*.jsonl")) for site in _read_part(path)]


def _read_set(path: Path) -> list[Json]:
    sites: list[Json] = []
    places: dict[str, int] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        mark, parts = line[:1], [part.strip() for part in line[1:].split("|")]
        if mark == "#":
            name = parts[0]
            sites.append({"set": "business", "file": path.stem, "name": name, "held": held_out(name), "entries": [], "questions": []})
            places = {}
        elif mark == "@":
            identifier, kind = parts[0].split()
            title, sentences = passage_of(kind, parts[1:])
            places[identifier] = len(sites[-1]["entries"])
            sites[-1]["entries"].append({"kind": kind, "title": title, "sentences": sentences})
        elif mark in ("?", "!", "~"):
            sites[-1]["questions"].append(_question(mark, parts, places))
    for site in sites:
        site["entries"].append({"kind": "talk", "title": "", "sentences": [SMALL_TALK]})
    return sites


def _question(mark: str, parts: list[str], places: dict[str, int]) -> Json:
    language = parts[0]
    text = parts[1] if mark == "~" else parts[2]
    before, _, question = text.rpartition(">>")
    found: Json = {"q": question.strip(), "h": before.strip(), "lang": language, "gold": [], "near": None}
    if mark == "~":
        found["gold"] = [[len(places), None]]
    elif mark == "?":
        for label in parts[1].split("+"):
            entry, _, sentence = label.strip().partition(".")
            found["gold"].append([places[entry], int(sentence) - 1 if sentence else None])
    elif parts[1] in places:
        found["near"] = places[parts[1]]
    return found


def _read_part(path: Path) -> list[Json]:
    sites = []
    for line in path.read_text(encoding="utf-8").splitlines():
        business = json.loads(line)
        places = {each["id"]: number for number, each in enumerate(business["info"])}
        entries = [{"kind": "fact", "title": each["title"], "sentences": _split(each["text"])} for each in business["info"]]
        questions = [
            {
                "q": each["question"], "h": "", "lang": each["language"].replace("mixed", "mix"), "near": None,
                "gold": [[places[gold], None] for gold in each["gold"]] if each["answered"] else [],
            }
            for each in business["questions"]
        ]  # fmt: skip
        name = business["name"]
        sites.append({"set": "older", "name": name, "held": held_out(name), "entries": entries, "questions": questions})
    return sites


def _split(text: str) -> list[str]:
    return sentences_of(re.sub(r"\s+", " ", text))
