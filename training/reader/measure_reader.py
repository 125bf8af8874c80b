"""Evaluates a reader on the held-out businesses: it reads every view of the site, and one threshold decides.

    PYTHONPATH=../encoder python train_reader.py NAME prints these figures after training
"""

import json
import random
from dataclasses import replace
from typing import Any

import numpy as np
import torch

import form_figures
from corpus import MEASURED, read_corpus
from forms import FORMS, POLARITIES, UNKNOWN, form_number, name_of, polarity_number
from lexicon import Lexicon
from packing import packed
from paths import CARRIED, TABLES
from plain_questions import PlainQuestions
from polarity_rows import bare
from reader_batches import Asked, ReaderCorpus, asked_plainly, pair, question_pieces, threaded_pieces
from reader_network import Reader

ROWS = 1024
# Sets from this one on have ordinary questions besides descriptions of things.
ORDINARY_FROM = "set-41"
# The first four sets of conversations have their own figures, which later sets do not change.
CHAT_LATER_FROM = "set-05"
# The form of a question is read from its best passage, or from the mean over so many.
FORM_PASSAGES = 5
PLAIN_QUESTIONS, GROUPS, PARAPHRASES = 3000, 500, 5
THRESHOLDS = (-2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0)
Json = dict[str, Any]


def scores_of(network: Reader, rows: list[tuple[list[int], int]], device: str, with_evidence: bool = False) -> tuple[Any, Any, list[Any], list[Any]]:
    """`answer` and `said` of each row, optionally the evidence of its pieces, and of a reader with forms the scores of both heads."""
    answers, saids = np.zeros(len(rows), np.float32), np.zeros(len(rows), np.float32)
    evidence: list[Any] = [None] * len(rows)
    heads = [np.zeros((len(rows), len(names)), np.float32) for names in (FORMS, POLARITIES)]
    order = np.argsort([len(row) for row, _ in rows], kind="stable")
    with torch.no_grad(), torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
        for start in range(0, len(rows), ROWS):
            places = order[start : start + ROWS]
            ids, begin = [rows[place][0] for place in places], [rows[place][1] for place in places]
            (block,) = packed(ids, begin, [None] * len(ids), 1)
            tensors = (torch.from_numpy(block[key]).to(device).long() for key in ("ids", "mask", "side"))
            answer, said, marks, *more = (each.float().cpu().numpy() for each in network(*tensors))
            chosen = places[block["places"]]
            answers[chosen], saids[chosen] = answer, said
            for head, found in zip(heads, more):
                head[chosen] = found
            if with_evidence:
                for at, place in enumerate(chosen):
                    row, first = rows[place]
                    evidence[place] = marks[at, first : len(row) - 1]
    return answers, saids, evidence, heads


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
    scores, _, evidence, _ = scores_of(network, [row for each in rows for row in each], device, with_evidence=True)
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


def chat_figures(network: Reader, corpus: ReaderCorpus, device: str, later: bool) -> dict[str, Json]:
    """Held-out conversations: messages that stand alone, follow-ups, and messages that stand alone behind other turns."""
    chance = random.Random(2)
    questions = held_chat(corpus, later)
    alone = [asked for asked in questions if not asked.before]
    turns: dict[int, list[Asked]] = {}
    for asked in questions:
        if asked.thread:
            turns.setdefault(asked.site, []).append(asked)
    behind = []
    for asked in alone:
        if asked.site in turns:
            earlier = chance.choice(turns[asked.site])
            behind.append(replace(asked, before=earlier.before, thread=earlier.thread))
    groups = {"alone": alone, "follow-ups": [asked for asked in questions if asked.before], "alone, behind other turns": behind}
    groups |= {f"form {form}": [asked for asked in questions if name_of(asked.form) == form] for form in ("yes", "no", "list", "count")}
    return {name: figures(corpus, *question_scores(network, corpus, group, device)[:2]) for name, group in groups.items() if has_answers(group)}


def held_chat(corpus: ReaderCorpus, later: bool) -> list[Asked]:
    return [
        asked for asked in corpus.questions
        if corpus.held[asked.site] and corpus.sets[asked.site] == "chat" and (corpus.files[asked.site] >= CHAT_LATER_FROM) == later
    ]  # fmt: skip


def has_answers(group: list[Asked]) -> bool:
    """Shares of nothing have no number."""
    return any(asked.gold for asked in group)


def form_cases(network: Reader, corpus: ReaderCorpus, device: str, later: bool) -> tuple[dict[str, Json], list[Json]]:
    """Forms and polarities of the held-out conversations, as a site would read them: from the passage with the best score."""
    questions = held_chat(corpus, later)
    rows = [site_rows(corpus, asked) for asked in questions]
    scores, _, _, (forms, polarities) = scores_of(network, [row for each in rows for row in each], device)
    ends = np.cumsum([len(each) for each in rows])
    best, mean_form = [], []
    for start, end in zip([0, *ends[:-1]], ends, strict=True):
        first = start + np.argsort(-scores[start:end], kind="stable")[:FORM_PASSAGES]
        best.append(int(first[0]))
        mean_form.append(forms[first].mean(0))
    form, polarity, top = forms[best], polarities[best], scores[best]
    is_talk = np.array([any(corpus.entries[asked.site][entry]["kind"] == "talk" for entry in asked.gold_sentences) for asked in questions])
    wanted_form = np.array([form_number(asked.form) for asked in questions])
    wanted = np.array([form_figures.first_word(bool(asked.gold), polarity_number(asked.form, asked.text)) for asked in questions])
    wanted[is_talk] = form_figures.UNCLEAR
    followed, answered = np.array([bool(asked.before) for asked in questions]), top > 0
    found = {
        "form": form_figures.form_figures(wanted_form, form.argmax(1), followed),
        "form, mean of five passages": form_figures.form_figures(wanted_form, np.stack(mean_form).argmax(1), followed),
        "polarity of answered questions (yes, no, depends, nothing)": form_figures.polarity_confusion(np.where(answered, wanted, UNKNOWN), polarity.argmax(1)),
    }
    for name, own in (("", np.ones_like(answered)), (" alone", ~followed), (" follow-ups", followed)):
        found[f"first word{name}, by polarity"] = form_figures.polarity_figures(wanted[own], form_figures.yes_and_no(polarity)[own], answered[own])
        shares = form_figures.yes_and_no(polarity, np.stack(mean_form))
        found[f"first word{name}, by polarity and form"] = form_figures.polarity_figures(wanted[own], shares[own], answered[own])
    cases = []
    for number, asked in enumerate(questions):
        view = corpus.views[asked.site][best[number] - (int(ends[number]) - len(rows[number]))]
        entry = corpus.entries[asked.site][view.entry]
        cases.append(
            {
                "file": corpus.files[asked.site], "q": asked.text, "thread": asked.thread, "wanted": asked.form, "answered": bool(asked.gold),
                "form": FORMS[int(mean_form[number].argmax())], "form share": round(float(form_figures.softmax(mean_form[number]).max()), 3),
                "score": round(float(top[number]), 2), "hit": view.entry in asked.gold_sentences,
                "polarity": dict(zip(POLARITIES, (round(float(each), 3) for each in form_figures.softmax(polarity[number])), strict=True)),
                "passage": " ".join((entry["title"], *entry["sentences"][view.first : view.last])),
            }
        )  # fmt: skip
    return found, cases


def owners_figures(network: Reader, corpus: ReaderCorpus, device: str) -> Json:
    """The owners' questions of held-out sites: the polarity of their answers with and without the yes or no."""
    held = [row for row in corpus.polarity if row["held"] and row["bare"]]
    found: Json = {}
    for name, passages in (("with its word", [row["passage"] for row in held]), ("without it", [bare(row["passage"]) for row in held])):
        pieces = corpus.tokenizer.pieces
        rows = [
            pair(question_pieces(corpus.tokenizer, row["q"], ""), [piece for text in (row["title"], *passage) for piece in pieces(text)])
            for row, passage in zip(held, passages, strict=True)
        ]
        polarity = scores_of(network, rows, device)[3][1]
        wanted = np.array([POLARITIES.index(row["polarity"]) for row in held])
        found[name] = form_figures.polarity_confusion(wanted, polarity.argmax(1))
        found[f"{name}, curve"] = form_figures.polarity_figures(wanted, form_figures.yes_and_no(polarity), np.ones(len(held), bool))
    return found


def report(name: str, network: Reader, corpus: ReaderCorpus, device: str) -> list[Json]:
    """Prints all figures; a reader with forms returns each held-out question of the conversations with what it found."""
    cases: list[Json] = []
    for later in (False, True):
        if not held_chat(corpus, later):
            continue
        chat = f"chat from {CHAT_LATER_FROM} on" if later else "chat"
        for group, found in chat_figures(network, corpus, device, later).items():
            print(f"== {name} {chat}, {group} {json.dumps(found)}", flush=True)
        if network.forms:
            found, more = form_cases(network, corpus, device, later)
            cases += more
            for group, each in found.items():
                print(f"== {name} {chat}, {group} {json.dumps(each)}", flush=True)
    if network.forms:
        print(f"== {name} owners' questions {json.dumps(owners_figures(network, corpus, device))}", flush=True)
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
    return cases
