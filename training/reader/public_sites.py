"""Converts public question sets to sites: passages of one set together, each question with hard negatives from BM25."""

import gzip
import json
import random
import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from bm25 import Index
from lexicon import Lexicon
from paths import EVALS, TABLES, TEXTS
from site_texts import sentences_of

HARD = 7
Json = dict[str, Any]


def public_sites(chance: random.Random) -> list[Json]:
    sites = [
        _reading("tydi-sw", "sw", _rows("qa/tydi-sw-train.jsonl")),
        _reading("tydi-en", "en", [*_rows("qa/tydi-en-train.jsonl"), *_rows("qa/tydi-en-dev.jsonl")]),
        _reading("squad2", "en", _rows("qa/squad2-train-10articles.jsonl")),
        _reading("squad1", "en", _renamed(_rows("qa-more/squad1-train-du-test-part-new.jsonl.gz"))),
        _reading("afriqa", "en", _renamed(_rows("qa-more/afriqa-other-languages-english-passage.jsonl.gz"))),
        _reading("doqa", "en", _renamed(_rows("qa-more/doqa-answerability.jsonl.gz"))),
        _reading("aqa", "en", _renamed(_rows("qa-more/aqa1-answerability.jsonl.gz"))),
        _reading("condaqa", "en", _renamed(_rows("qa-more/condaqa.jsonl.gz"))),
        _reading("policyqa", "en", _renamed(_rows("qa-more/policyqa-dev-test.jsonl.gz"))),
    ]
    return [*sites, *_faqs(), *_intents(chance)]


def eval_sites() -> list[Json]:
    """The public sets for evaluation, each question with the passages that BM25 finds."""
    with (EVALS / "ask" / "sites.dev.jsonl").open(encoding="utf-8") as file:
        given = [json.loads(line) for line in file]
    words = Lexicon(TABLES)
    sites = {}
    for row in given:
        texts = [re.sub(r"\s+", " ", each["text"]) for each in row["info"]]
        entries = [{"kind": "doc", "title": each.get("title") or "", "sentences": sentences_of(text)} for each, text in zip(row["info"], texts, strict=True)]
        site = {"set": row["set"], "name": row["site"], "held": True, "entries": entries, "questions": []}
        sites[row["site"]] = site, Index(texts), {each["id"]: place for place, each in enumerate(row["info"])}
    with (EVALS / "ask" / "questions.dev.jsonl").open(encoding="utf-8") as file:
        for row in map(json.loads, file):
            site, index, places = sites[row["site"]]
            gold = [places[each] for each in row["gold"] if each in places] if row["answered"] else []
            turns = [turn.get("text", "") if isinstance(turn, dict) else str(turn) for turn in row["history"]]
            site["questions"].append(
                {
                    "q": row["question"], "h": turns[-1] if turns else "", "lang": row["language"], "near": None,
                    "gold": [[place, None] for place in gold], "others": [place for place in index.top(row["question"], HARD, words) if place not in gold],
                }
            )  # fmt: skip
    return [site for site, _, _ in sites.values()]


def _rows(name: str) -> list[Json]:
    path = TEXTS / name
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def _renamed(rows: Iterable[Json]) -> list[Json]:
    """Accepts the field names of older sets."""
    return [
        {"q": row.get("question") or row["question_en"], "ctx": row["passage"], "ans": row.get("answer"), "ok": row["answerable"], "h": row.get("history")}
        for row in rows
        if row.get("passage") and (row.get("question") or row.get("question_en"))
    ]


def _reading(name: str, language: str, rows: list[Json]) -> Json:
    """Encyclopedia passages: the sentence with the answer, and passages without that answer."""
    contexts = sorted({row["ctx"] for row in rows})
    number = {context: place for place, context in enumerate(contexts)}
    entries = [{"kind": "doc", "title": "", "sentences": sentences_of(re.sub(r"\s+", " ", context))} for context in contexts]
    index = Index(contexts)
    questions = []
    for row in rows:
        gold, answer = number[row["ctx"]], row.get("ans") or ""
        lower = answer.lower()
        others = [place for place in index.top(row["q"], HARD + 5) if place != gold]
        others = [place for place in others if len(lower) < 4 or lower not in contexts[place].lower()][:HARD]
        is_answered = row.get("ok", True)
        sentence = next((at for at, text in enumerate(entries[gold]["sentences"]) if answer and answer in text), None)
        questions.append(
            {
                "q": row["q"], "h": _last_turn(row.get("h")), "lang": language, "others": others,
                "gold": [[gold, sentence]] if is_answered else [], "near": None if is_answered else gold,
            }
        )  # fmt: skip
    return {"set": name, "name": name, "held": False, "entries": entries, "questions": questions}


def _last_turn(history: str | None) -> str:
    turns = re.findall(r"Q: (.*?)(?= A: |$)", history or "")
    return turns[-1].strip() if turns else ""


def _faqs() -> list[Json]:
    """Each question of a FAQ, with only its answer as the passage."""
    sites = []
    for row in _rows("qa/dstc9-faq.jsonl"):
        entries = [{"kind": "fact", "title": "", "sentences": sentences_of(answer)} for _, answer in row["docs"]]
        questions = [
            {"q": question, "h": "", "lang": "en", "gold": [[place, None]], "near": None} for place, (question, _) in enumerate(row["docs"])
        ]
        if len(entries) > 3:
            sites.append({"set": "faq", "name": row["name"], "held": False, "entries": entries, "questions": questions})
    return sites


def _intents(chance: random.Random) -> list[Json]:
    """Utterances of one intent answer each other; ten intents form a site."""
    by_set: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for row in _rows("qa/intents.jsonl"):
        if row["set"] in ("banking77", "clinc150") and row["intent"] != "oos":
            by_set[row["set"]][row["intent"]].append(row["text"])
    for row in _rows("qa-more/bitext-customer-support-utterances.jsonl.gz"):
        by_set["bitext"][row["intent"]].append(row["utterance"])
    sites = []
    for name, intents in by_set.items():
        for number in range(160):
            chosen = chance.sample(sorted(intents), 10)
            entries = [{"kind": "faq", "title": "", "sentences": [chance.choice(intents[intent])]} for intent in chosen]
            questions = []
            for place, intent in enumerate(chosen):
                text = chance.choice(intents[intent])
                if text != entries[place]["sentences"][0]:
                    questions.append({"q": text, "h": "", "lang": "en", "gold": [[place, None]], "near": None})
            sites.append({"set": "intent", "name": f"{name} {number}", "held": False, "entries": entries, "questions": questions})
    return sites
