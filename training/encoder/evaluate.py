"""Evaluates the network on unseen sites: by cosine alone, and combined with BM25 and the lexicon.

    python evaluate.py NAME=WHERE ... --out FILE    WHERE: a network.pt, an .onnx file, or `minilm` for the plain one
"""

import argparse
import json
import lzma
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bm25 import Index
from engines import Engine, open_engine
from lexicon import Lexicon
from paths import CARRIED, TABLES

WINDOW_WORDS, STRIDE_WORDS = 110, 80
Json = dict[str, Any]
Array = np.ndarray


@dataclass(frozen=True)
class Ranked:
    """One question on one site: the first result of each ranker, and the features for its confidence."""

    set: str
    answered: bool
    hits: dict[str, bool]
    evidence: list[float]


def windows(text: str) -> list[str]:
    words = text.split()
    starts = range(0, max(1, len(words) - WINDOW_WORDS + STRIDE_WORDS), STRIDE_WORDS)
    return [" ".join(words[start : start + WINDOW_WORDS]) for start in starts]


def standard(values: Array) -> Array:
    return (values - values.mean()) / (values.std() + 1e-6)


class Site:
    """A site's information in windows, indexed by words and by vectors."""

    def __init__(self, info: list[Json], engine: Engine) -> None:
        self.ids = [each["id"] for each in info]
        self.texts: list[str] = []
        owners = []
        for number, each in enumerate(info):
            title = f"{each['title']}\n" if each.get("title") else ""
            for part in windows(each["text"]):
                self.texts.append(title + part)
                owners.append(number)
        self.owners = np.array(owners)
        self.index = Index(self.texts)
        self.vectors = engine.embed(self.texts)

    def by_info(self, scores: Array) -> tuple[Array, Array]:
        """The score and index of the best window of each entry."""
        order = np.lexsort((-scores, self.owners))
        first = order[np.unique(self.owners[order], return_index=True)[1]]
        return scores[first], first


def rank(site: Site, question: Json, vector: Array, joined: tuple[str, Array], lexicon: Lexicon) -> Ranked:
    cosines = site.vectors @ vector
    best, window = site.by_info(cosines)
    lexical = site.by_info(np.array(site.index.scores(question["question"], lexicon)))[0]
    blend = 0.6 * standard(lexical) + standard(best)
    joined_blend = 0.6 * standard(site.by_info(np.array(site.index.scores(joined[0], lexicon)))[0]) + standard(
        site.by_info(site.vectors @ joined[1])[0]
    )
    gold = set(question["gold"])
    scores = {"bm25": lexical, "cosine": best, "blend": blend, "joined": joined_blend, "turns": blend + joined_blend}
    first = int(blend.argmax())
    second = np.sort(best)[-2] if len(best) > 1 else 0.0
    coverage = site.index.coverage(question["question"], int(window[first]), lexicon)
    return Ranked(
        set=question["set"],
        answered=question["answered"],
        hits={name: site.ids[int(values.argmax())] in gold for name, values in scores.items()},
        evidence=[float(best[first]), float(best[first] - second), coverage],
    )


def measure(engine: Engine, evals: Json, lexicon: Lexicon, sample: int) -> Json:
    """The figures of every set, and the retrieval of FLORES translations."""
    asked = list(evals["questions"])
    sites = {site["site"]: Site(site["info"], engine) for site in evals["sites"]}
    for business in evals["businesses"]:
        sites[business["id"]] = Site(business["info"], engine)
        asked += [{**each, "set": "own businesses", "site": business["id"], "history": []} for each in business["questions"]]
    by_set: dict[str, list[Json]] = defaultdict(list)
    for each in asked:
        name = f"afriqa {each['language']}" if each["set"].startswith("afriqa") else each["set"]
        by_set[name].append({**each, "set": name})
    ranked: list[Ranked] = []
    for questions in by_set.values():
        chosen = questions[:: max(1, len(questions) // sample)] if sample else questions
        before = [[turn["content"] for turn in each["history"] if turn["role"] == "user"][-1:] for each in chosen]
        joined = [" ".join([*turns, each["question"]]) for turns, each in zip(before, chosen, strict=True)]
        vectors, joined_vectors = engine.embed([each["question"] for each in chosen]), engine.embed(joined)
        for number, each in enumerate(chosen):
            ranked.append(rank(sites[each["site"]], each, vectors[number], (joined[number], joined_vectors[number]), lexicon))
    swahili, english = (engine.embed(texts) for texts in evals["flores"])
    found = float((np.argmax(swahili @ english.T, axis=1) == np.arange(len(swahili))).mean())
    return {"flores sw-en": found, "sets": summary(ranked)}


def summary(ranked: list[Ranked]) -> Json:
    features = {"cosine": [0], "cosine, margin, coverage": [0, 1, 2]}
    sets: dict[str, Json] = {}
    for name in dict.fromkeys(each.set for each in ranked):
        own = [each for each in ranked if each.set == name]
        positive = [each for each in own if each.answered]
        figures: Json = {"questions": len(own)}
        figures["hit@1"] = {key: _mean([each.hits[key] for each in positive]) for key in positive[0].hits}
        if len(positive) < len(own):
            for label, columns in features.items():
                # Fitted on the other sets only, as for a new business.
                odds = fit([each for each in ranked if each.set != name], columns)
                values = odds(own)
                right = [(v > 0 and each.hits["blend"]) if each.answered else v <= 0 for v, each in zip(values, own, strict=True)]
                false = [v > 0 for v, each in zip(values, own, strict=True) if not each.answered]
                area = auroc(values, np.array([each.answered for each in own]))
                figures[label] = {"auroc": area, "decision": _mean(right), "false answers": _mean(false)}
        sets[name] = figures
    return sets


def fit(ranked: list[Ranked], columns: list[int]) -> Callable[[list[Ranked]], Array]:
    """Logistic regression on the features, with equal weight for every set and class."""
    two = {each.set for each in ranked if not each.answered}
    used = [each for each in ranked if each.set in two]
    values = np.array([[each.evidence[column] for column in columns] for each in used])
    labels = np.array([each.answered for each in used], dtype=float)
    mean, deviation = values.mean(0), values.std(0) + 1e-6
    keys = [(each.set, each.answered) for each in used]
    weights = np.array([1 / keys.count(key) for key in keys])
    inputs = np.c_[(values - mean) / deviation, np.ones(len(values))]
    beta = np.zeros(inputs.shape[1])
    for _ in range(30):
        chances = 1 / (1 + np.exp(-inputs @ beta))
        curve = (inputs * (weights * chances * (1 - chances))[:, None]).T @ inputs + 1e-3 * np.eye(len(beta))
        beta += np.linalg.solve(curve, inputs.T @ (weights * (labels - chances)) - 1e-3 * beta)
    return lambda others: np.c_[(np.array([[e.evidence[c] for c in columns] for e in others]) - mean) / deviation, np.ones(len(others))] @ beta


def auroc(values: Array, labels: Array) -> float:
    """The probability that an answerable question ranks above an unanswerable one."""
    order = np.argsort(np.argsort(values)) + 1
    positive = int(labels.sum())
    return round(float((order[labels].sum() - positive * (positive + 1) / 2) / (positive * (len(labels) - positive))), 3)


def _mean(values: list[Any]) -> float:
    return round(float(np.mean(values)), 3)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("engines", nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sample", type=int, default=0, help="about how many questions of a set to use at most")
    options = parser.parse_args()
    with lzma.open(CARRIED / "evals.json.xz", "rt", encoding="utf-8") as file:
        evals = json.load(file)
    lexicon = Lexicon(TABLES)
    figures = {}
    for each in options.engines:
        name, _, where = each.partition("=")
        figures[name] = measure(open_engine(where), evals, lexicon, options.sample)
        options.out.write_text(json.dumps(figures, indent=1))
        show(name, figures[name])


def show(name: str, figures: Json) -> None:
    print(f"== {name}  flores {figures['flores sw-en']:.3f}")
    for key, own in figures["sets"].items():
        rest = "  ".join(f"{label}: {' '.join(f'{v:.3f}' for v in own[label].values())}" for label in own if label not in ("questions", "hit@1"))
        print(f"{key:20} {own['questions']:5} {' '.join(f'{k} {v:.3f}' for k, v in own['hit@1'].items())} | {rest}", flush=True)


if __name__ == "__main__":
    main()
