"""Trains the reader: whether a passage answers, which sentence has the answer, and what a passage states.

    PYTHONPATH=../encoder python train_reader.py NAME --start minilm|e5|reader --layers 12 --steps 5000 [--teachers A.pt B.pt]
        reads .device-data, writes WEIGHTS/NAME.pt; prints the figures on the held-out businesses and conversations
    with --forms it also learns what a question asks for and the polarity of its answer, writes WEIGHTS/NAME-cases.jsonl
"""

import argparse
import json
import math
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, Dataset

from corpus import read_corpus, read_polarity
from lexicon import Lexicon
from measure_reader import report
from packing import packed
from paths import TABLES
from reader_batches import LIST, QUESTIONS, ReaderBatches, ReaderCorpus
from reader_network import FORM_WEIGHTS, Reader
from starts import of_layers, start
from trained import load

# The warm-up has a fixed length, because a run with a time limit learns its last step late.
WARM_UP_SHARE, WARM_UP_MAX, AVERAGE_DECAY = 0.06, 100, 0.997
# A run with a time limit measures its speed between these steps, and computes its last step from it. Earlier steps
# still compile kernels for new shapes and would give a wrong speed.
PACE_FROM, PACE_TO, PACE_SHARE = 200, 300, 0.95
HEADS_FACTOR, WORDS_FACTOR = 3.0, 1.5
GOLD_WEIGHT, LIST_WEIGHT, EVIDENCE_WEIGHT, SAID_WEIGHT = 2.5, 0.5, 0.3, 0.5
FORM_WEIGHT, POLARITY_WEIGHT = 0.2, 0.4
# With `--try`, one site in so many.
TRY_EVERY = 40
# The weight of the teachers' scores in a target.
SOFT_SHARE = 0.5
Json = dict[str, Any]


class Steps(Dataset):
    """The steps of a run, each built by a worker; DataLoader limits how many are built in advance.

    Batches with the same seed have the same rows, each tokenised by its own tokenizer.
    """

    def __init__(self, batches: dict[str, ReaderBatches], count: int) -> None:
        self.batches, self.count = batches, count

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, number: int) -> Json:
        pieces: Json = {}
        for name, batches in self.batches.items():
            step = batches.step(number)
            blocks = packed(step.pop("ids"), step.pop("begin"), step.pop("evidence"))
            order = np.argsort(np.concatenate([block.pop("places") for block in blocks]))
            pieces[name] = {"blocks": blocks, "order": order}
        return step | {"pieces": pieces}


def forward(network: Reader, pieces: Json, device: str) -> tuple[list[Tensor], Tensor]:
    """`answer` and `said` of all rows in order, with forms also `form` and `polarity`; and the evidence loss. Does not wait for the device."""
    order = pieces["order"].to(device, non_blocking=True)
    scores, losses, counts = [], [], []
    for block in pieces["blocks"]:
        ids, mask, side, labels = (block[key].to(device, non_blocking=True) for key in ("ids", "mask", "side", "evidence"))
        answer, said, evidence, *more = network(ids.long(), mask.long(), side.long())
        scores.append([each.float() for each in (answer, said, *more)])
        marked = (labels >= 0).float()
        loss = functional.binary_cross_entropy_with_logits(evidence.float(), labels.clamp(min=0).float(), reduction="none")
        losses.append((loss * marked).sum())
        counts.append(marked.sum())
    return [torch.cat(each)[order] for each in zip(*scores, strict=True)], torch.stack(losses).sum() / torch.stack(counts).sum().clamp(min=1)


def loss_of(network: Reader, start: str, teachers: list[tuple[str, Reader]], step: Json, device: str) -> Tensor:
    gold, taught, lists, claims = (step[key].to(device, non_blocking=True) for key in ("gold", "taught", "list", "said"))
    (answer, said, *more), evidence = forward(network, step["pieces"][start], device)
    asked = len(gold)
    scores = answer[:asked]
    target = gold * 0.96 + 0.02
    if teachers:
        with torch.no_grad():
            mean = torch.stack([forward(teacher, step["pieces"][name], device)[0][0][:asked] for name, teacher in teachers]).mean(0)
        target = target + SOFT_SHARE * taught * (torch.sigmoid(mean) - target)
    loss = functional.binary_cross_entropy_with_logits(scores, target, weight=torch.where(gold > 0, GOLD_WEIGHT, 1.0))
    grid = torch.full((QUESTIONS, LIST + 1), -30.0, device=device)
    place = torch.arange(asked, device=device) - torch.searchsorted(lists, lists)
    grid[lists, place + 1] = scores
    # No answer is an additional choice with score zero.
    grid[:, 0] = 0.0
    chosen = torch.zeros(QUESTIONS, device=device).index_add_(0, lists, gold) > 0
    loss = loss + LIST_WEIGHT * functional.cross_entropy(grid, chosen.long())
    loss = loss + SAID_WEIGHT * functional.binary_cross_entropy_with_logits(said[asked : asked + len(claims)], claims * 0.96 + 0.02)
    loss = loss + EVIDENCE_WEIGHT * evidence
    return loss + forms_loss(*more, step, device) if more else loss


def forms_loss(form: Tensor, polarity: Tensor, step: Json, device: str) -> Tensor:
    """Rows without a label have a weight of zero."""
    forms, polarities, weights = (step[key].to(device, non_blocking=True) for key in ("form", "polarity", "polarity_weight"))
    loss = functional.cross_entropy(form, forms.clamp(min=0), reduction="none")
    known = (forms >= 0).float()
    weights = weights * (polarities >= 0).float()
    found = functional.cross_entropy(polarity, polarities.clamp(min=0), reduction="none")
    return FORM_WEIGHT * (loss * known).sum() / known.sum().clamp(min=1) + POLARITY_WEIGHT * (found * weights).sum() / weights.sum().clamp(min=1)


def groups_of(network: Reader, rate: float) -> list[Json]:
    heads, words, others = [], [], []
    for name, weight in network.named_parameters():
        (heads if name.startswith(("heads", "pooled", "evidence", "sides", *FORM_WEIGHTS)) else words if name.startswith("words") else others).append(weight)
    return [{"params": heads, "lr": rate * HEADS_FACTOR}, {"params": words, "lr": rate * WORDS_FACTOR}, {"params": others, "lr": rate}]


def fewer(sites: list[Json]) -> list[Json]:
    """Every set stays, with a fortieth of its sites; large sites with a part of their questions."""
    chosen, seen = [], {}
    for site in sites:
        kind = site["set"], site["held"], site.get("file", "") if site["set"] == "chat" else ""
        seen[kind] = seen.get(kind, -1) + 1
        if seen[kind] % TRY_EVERY == 0:
            chosen.append(site | {"questions": site["questions"][:200]})
    return chosen


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("--start", choices=("minilm", "e5", "reader"), default="minilm")
    for name, default in (("layers", 12), ("steps", 5000), ("seed", 1), ("workers", 7)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--end-rate", type=float, default=0.0, help="the final share of the rate; above zero for a run that is continued later")
    parser.add_argument("--threads", action="store_true", help="reads the last two turns with the answer, not only the visitor's last turn")
    parser.add_argument("--forms", action="store_true", help="also learns what is asked for and the polarity of the answer")
    parser.add_argument("--try", dest="few", action="store_true", help="reads one site in forty, to see that everything runs")
    parser.add_argument("--compile", action="store_true", help="fused kernels for each block; pays off for runs of more than two minutes")
    parser.add_argument("--no-report", action="store_true")
    parser.add_argument("--seconds", type=float, default=3600, help="limits the time of the run; it makes fewer steps then")
    parser.add_argument("--teachers", type=Path, nargs="*", default=[], help="weights whose mean score is half of the target")
    parser.add_argument("--go-on", type=Path, help="continues from these weights of the same start, with all layers or some of them")
    parser.add_argument("--out", type=Path, default=Path("/tmp/weights"))
    options = parser.parse_args()
    begin = time.time()
    torch.manual_seed(options.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    tokenizer, weights = start(options.start, options.layers)
    network = Reader(len(tokenizer.vocabulary), options.layers, options.forms)
    if options.go_on:
        stored = torch.load(options.go_on, map_location="cpu")
        weights = of_layers({key: value.float().numpy() for key, value in stored["weights"].items()}, options.layers, stored["layers"])
    if not options.forms:
        weights = {key: value for key, value in weights.items() if not key.startswith(FORM_WEIGHTS)}
    given = network.load_state_dict({key: torch.from_numpy(np.array(value)) for key, value in weights.items()}, strict=False)
    assert not given.unexpected_keys, given.unexpected_keys
    content = read_corpus()
    if options.few:
        content["sites"] = fewer(content["sites"])
    if options.forms:
        content["polarity"] = read_polarity()
    corpus = ReaderCorpus(content, tokenizer, options.threads)
    batches = {options.start: ReaderBatches(corpus, Lexicon(TABLES), options.seed)}
    teachers = []
    for path in options.teachers:
        name, taught_with, teacher = load(path, device)
        # The shipped reader and the encoder have the same tokenizer.
        same = next((each for each in batches if (each == "e5") == (name == "e5")), None)
        if same is None:
            batches[name] = ReaderBatches(ReaderCorpus(content, taught_with, options.threads), Lexicon(TABLES), options.seed)
        teachers.append((same or name, teacher))
    steps = DataLoader(
        Steps(batches, options.steps), batch_size=None, num_workers=options.workers, prefetch_factor=4, pin_memory=device == "cuda",
        multiprocessing_context="fork",
    )  # fmt: skip
    network = network.to(device).train()
    average = {key: value.detach().clone() for key, value in network.state_dict().items()}
    optimizer = torch.optim.AdamW(groups_of(network, options.rate), weight_decay=0.01, fused=device == "cuda")
    warm = min(WARM_UP_SHARE * options.steps, WARM_UP_MAX) + 1
    # An estimate until the speed is known.
    last, end, paced = min(options.steps, max(2 * PACE_TO, int(2 * options.seconds))), options.end_rate, begin

    def rate_at(step: int) -> float:
        return min(1.0, step / warm) * (end + (1 - end) * (0.5 + 0.5 * math.cos(math.pi * min(1.0, step / last))))

    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, rate_at)
    if options.compile:
        for each in (network, *(teacher for _, teacher in teachers)):
            for layer in each.layers:
                layer.compile(dynamic=True)
    print(f"{options.name}: ready after {time.time() - begin:.0f} s, {len(corpus.questions)} questions", flush=True)
    for number, step in enumerate(steps):
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            loss = loss_of(network, options.start, teachers, step, device)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        keep = min(AVERAGE_DECAY, (1 + number) / (10 + number))
        with torch.no_grad():
            torch._foreach_lerp_(list(average.values()), list(network.state_dict().values()), 1 - keep)
        if number == PACE_FROM:
            paced = time.time()
        elif number == PACE_TO:
            pace = (time.time() - paced) / (PACE_TO - PACE_FROM)
            last = min(options.steps, int(PACE_TO + PACE_SHARE * (begin + options.seconds - time.time()) / pace))
            print(f"{options.name}: {1 / pace:.1f} steps a second, {last} steps", flush=True)
        if number >= last or time.time() - begin > options.seconds:
            print(f"{options.name}: ended at step {number}", flush=True)
            break
        if number % 100 == 0:
            print(f"{options.name}: step {number}, loss {loss.item():.4f}, {time.time() - begin:.0f} s", flush=True)
    network.load_state_dict(average)
    options.out.mkdir(parents=True, exist_ok=True)
    settings = {"start": options.start, "layers": options.layers, "steps": options.steps, "seed": options.seed, "forms": options.forms}
    torch.save({"weights": {key: value.half().cpu() for key, value in average.items()}, **settings}, options.out / f"{options.name}.pt")
    if not options.no_report:
        cases = report(options.name, network.eval(), corpus, device)
        if cases:
            (options.out / f"{options.name}-cases.jsonl").write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in cases), encoding="utf-8")
    print(f"{options.name}: done after {time.time() - begin:.0f} s", flush=True)


if __name__ == "__main__":
    main()
