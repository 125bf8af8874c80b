"""Evaluates a reader on the held-out businesses: it reads every view of the site, and one threshold decides.

    PYTHONPATH=../encoder python train_reader.py NAME prints these figures after training
"""

import json
import random
from dataclasses import replace
from typing import Any

import numpy as np
import torch

from corpus import MEASURED, read_corpus
from lexicon import Lexicon
from packing import packed
from paths import CARRIED, TABLES
from plain_questions import PlainQuestions
from reader_batches import Asked, ReaderCorpus, asked_plainly, pair, question_pieces, threaded_pieces
from reader_network import Reader

ROWS = 1024
# Sets from this one on have ordinary questions besides descriptions of things.
ORDINARY_FROM = "set-41"
PLAIN_QUESTIONS, GROUPS, PARAPHRASES = 3000, 500, 5
THRESHOLDS = (-2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0)
Json = dict[str, Any]


def scores_of(network: Reader, rows: list[tuple[list[int], int]], device: str, with_evidence: bool = False) -> tuple[Any, Any, list[Any]]:
    """`answer` and `said` of each row, and optionally the evidence of its pieces."""
    answers, saids = np.zeros(len(rows), np.float32), np.zeros(len(rows), np.float32)
    evidence: list[Any] = [None] * len(rows)
    order = np.argsort([len(row) for row, _ in rows], kind="stable")
    with torch.no_grad(), torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
        for start in range(0, len(rows), ROWS):
            places = order[start : start + ROWS]
            ids, begin = [rows[place][0] for place in places], [rows[place][1] for place in places]
            (block,) = packed(ids, begin, [None] * len(ids), 1)
            tensors = (torch.from_numpy(block[key]).to(device).long() for key in ("ids", "mask", "side"))
            answer, said, marks = (each.float().cpu().numpy() for each in network(*tensors))
            chosen = places[block["places"]]
            answers[chosen], saids[chosen] = answer, said
            if with_evidence:
                for at, place in enumerate(chosen):
                    row, first = rows[place]
                    evidence[place] = marks[at, first : len(row) - 1]
    return answers, saids, evidence


def site_rows(corpus: ReaderCorpus, asked: Asked) -> list[tuple[list[int], int]]:
    if corpus.threads and asked.thread:
        question = threaded_pieces(corpus.tokenizer, asked.text, asked.thread)
    else:
        question = question_pieces(corpus.tokenizer, asked.text, asked.before)
    return [pair(question, view.pieces) for view in corpus.views[asked.site]]


def held_scores(network: Reader, corpus: ReaderCorpus, device: str, name: str) -> tuple[list[Asked], list[Any], list[Any]]:
    questions = [asked for asked in corpus.questions if corpus.held[asked.site] and corpus.sets[asked.site] == name]
    return question_scores(network, corpus, questions, device)


def question_scores(network: Reader, corpus: ReaderCorpus, questions: list[Asked], device: str) -> tuple[list[Asked], list[Any], list[Any]]:
    """The scores and the evidence of every view of each question's site."""
    rows = [site_rows(corpus, asked) for asked in questions]
    scores, _, evidence = scores_of(network, [row for each in rows for row in each], device, with_evidence=True)
    ends = np.cumsum([len(each) for each in rows])
    cut = [evidence[end - len(each) : end] for each, end in zip(rows, ends, strict=True)]
    return questions, np.split(scores, ends[:-1]), cut


def figures(corpus: ReaderCorpus, questions: list[Asked], scores: list[Any]) -> Json:
    """hit: the best passage belongs to an entry that answers; right and false by threshold."""
    answered = np.array([bool(asked.gold) for asked in questions])
    best = np.array([each.argmax() for each in scores])
    top = np.array([each.max() for each in scores])
    hit = np.array([corpus.views[asked.site][place].entry in asked.gold_sentences for asked, place in zip(questions, best, strict=True)])
    ranks = np.argsort(np.argsort(np.concatenate([top[answered], top[~answered]])))
    count = int(answered.sum())
    auroc = (ranks[:count].sum() - count * (count - 1) / 2) / max(1, count * (len(top) - count))
    found: Json = {"questions": len(questions), "hit": hit[answered].mean(), "auroc": auroc}
    for threshold in THRESHOLDS:
        right = np.where(answered, hit & (top > threshold), top <= threshold)
        figures = [right.mean(), (hit & (top > threshold))[answered].mean(), (top > threshold)[~answered].mean()]
        found[f"right, answered, false at {threshold}"] = [round(float(each), 3) for each in figures]
    languages = np.array([asked.language for asked in questions])
    right = np.where(answered, hit & (top > 0), top <= 0)
    found["right by language at 0"] = {each: round(float(right[languages == each].mean()), 3) for each in sorted(set(languages))}
    return {key: round(float(value), 4) if isinstance(value, float | np.floating) else value for key, value in found.items()}


def evidence_share(corpus: ReaderCorpus, questions: list[Asked], scores: list[Any], evidence: list[Any]) -> float:
    """How often the sentence with the highest mean evidence is a labelled one, in the best answering view."""
    right = []
    for asked, each, marks in zip(questions, scores, evidence, strict=True):
        place = int(each.argmax())
        view = corpus.views[asked.site][place]
        if place not in asked.gold or not asked.gold_sentences.get(view.entry) or view.last - view.first < 2:
            continue
        sentence = np.array(view.sentence[: len(marks[place])])
        means = {at: marks[place][sentence == at].mean() for at in range(view.first, view.last) if (sentence == at).any()}
        right.append(max(means, key=lambda at: means[at]) in asked.gold_sentences[view.entry])
    return float(np.mean(right)) if right else 0.0


def claim_figures(network: Reader, corpus: ReaderCorpus, device: str) -> Json:
    claims = [claim for claim in corpus.claims if claim.get("held")]
    pieces = corpus.tokenizer.pieces
    texts = [[piece for text in (claim["title"], *claim["passage"]) for piece in pieces(text)] for claim in claims]
    alone, after = (
        scores_of(network, [pair(question_pieces(corpus.tokenizer, claim["claim"], before(claim)), text) for claim, text in zip(claims, texts, strict=True)], device)[1]
        for before in (lambda _: "", lambda claim: claim.get("asked", ""))
    )
    found: Json = {}
    for kind in sorted({claim["kind"] for claim in claims}):
        own = np.array([claim["kind"] == kind for claim in claims])
        truth = np.array([claim["said"] for claim in claims])[own]
        for name, said in (("alone", alone[own]), ("after its question", after[own]), ("mean", (alone[own] + after[own]) / 2)):
            passing = {at: [round(float((said > at)[truth].mean()), 3), round(float((said > at)[~truth].mean()), 3)] for at in (-1, 0, 1, 2, 3)}
            found[f"{kind} {name}: honest, hostile passing"] = passing
    return found


def plain_figures(network: Reader, corpus: ReaderCorpus, device: str) -> Json:
    """Plain questions about the held-out businesses; and how many groups of paraphrases get the same decision."""
    chance = random.Random(1)
    sites = [number for number, name in enumerate(corpus.sets) if name == "business" and corpus.held[number]]
    plain = PlainQuestions(corpus.entries, sites, Lexicon(TABLES))
    questions = []
    for _ in range(PLAIN_QUESTIONS):
        site = chance.choice(sites)
        questions.append(asked_plainly(corpus, site, plain.ask(site, chance)))
    found = figures(corpus, *question_scores(network, corpus, questions, device)[:2])
    groups: list[list[Asked]] = []
    while len(groups) < GROUPS:
        site = chance.choice(sites)
        group = [asked_plainly(corpus, site, each) for each in plain.paraphrases(site, chance, PARAPHRASES)]
        groups += [group] if group else []
    asked, scores, _ = question_scores(network, corpus, [each for group in groups for each in group], device)
    decided = [corpus.views[each.site][int(own.argmax())].entry if own.max() > 0 else None for each, own in zip(asked, scores, strict=True)]
    alike = [len(set(decided[start : start + PARAPHRASES])) == 1 for start in range(0, len(decided), PARAPHRASES)]
    return found | {"groups of paraphrases decided alike": round(float(np.mean(alike)), 3)}


def public_figures(network: Reader, corpus: ReaderCorpus, device: str) -> Json:
    """Public sets that are not in the training data: reads the answering passages and BM25's; the threshold is zero."""
    rows = [(asked, [*asked.gold, *asked.others]) for asked in corpus.questions if asked.gold or asked.others]
    pairs = [pair(question_pieces(corpus.tokenizer, asked.text, asked.before), corpus.views[asked.site][place].pieces) for asked, places in rows for place in places]
    scores = np.split(scores_of(network, pairs, device)[0], np.cumsum([len(places) for _, places in rows])[:-1])
    found: Json = {}
    for name in sorted(set(corpus.sets)):
        own = [(asked, places, each) for (asked, places), each in zip(rows, scores, strict=True) if corpus.sets[asked.site] == name]
        right = [(places[each.argmax()] in asked.gold and each.max() > 0) if asked.gold else each.max() <= 0 for asked, places, each in own]
        false = [each.max() > 0 for asked, _, each in own if not asked.gold]
        found[name] = {"questions": len(own), "right": round(float(np.mean(right)), 3), "false": round(float(np.mean(false)), 3) if false else None}
    return found


def chat_figures(network: Reader, corpus: ReaderCorpus, device: str) -> dict[str, Json]:
    """Held-out conversations: messages that stand alone, follow-ups, and messages that stand alone behind other turns."""
    chance = random.Random(2)
    questions = [asked for asked in corpus.questions if corpus.held[asked.site] and corpus.sets[asked.site] == "chat"]
    alone = [asked for asked in questions if not asked.before]
    turns: dict[int, list[Asked]] = {}
    for asked in questions:
        if asked.thread:
            turns.setdefault(asked.site, []).append(asked)
    behind = []
    for asked in alone:
        earlier = chance.choice(turns[asked.site])
        behind.append(replace(asked, before=earlier.before, thread=earlier.thread))
    groups = {"alone": alone, "follow-ups": [asked for asked in questions if asked.before], "alone, behind other turns": behind}
    groups |= {f"form {form}": [asked for asked in questions if asked.form.split("=")[0] == form] for form in ("yes", "no", "list", "count")}
    return {name: figures(corpus, *question_scores(network, corpus, group, device)[:2]) for name, group in groups.items()}


def report(name: str, network: Reader, corpus: ReaderCorpus, device: str) -> None:
    for group, found in chat_figures(network, corpus, device).items():
        print(f"== {name} chat, {group} {json.dumps(found)}", flush=True)
    for kind in ("business", "older"):
        questions, scores, evidence = held_scores(network, corpus, device, kind)
        found = figures(corpus, questions, scores) | {"sentence": round(evidence_share(corpus, questions, scores, evidence), 3)}
        print(f"== {name} {kind} {json.dumps(found)}", flush=True)
        newer = [place for place, asked in enumerate(questions) if corpus.files[asked.site] >= ORDINARY_FROM]
        if newer:
            found = figures(corpus, [questions[place] for place in newer], [scores[place] for place in newer])
            print(f"== {name} {kind} from {ORDINARY_FROM} on {json.dumps(found)}", flush=True)
    print(f"== {name} plain {json.dumps(plain_figures(network, corpus, device))}", flush=True)
    if (CARRIED / f"{MEASURED}.json.xz").exists():
        measured = ReaderCorpus(read_corpus((MEASURED,)), corpus.tokenizer)
        print(f"== {name} public sets {json.dumps(public_figures(network, measured, device))}", flush=True)
    print(f"== {name} claims {json.dumps(claim_figures(network, corpus, device))}", flush=True)
