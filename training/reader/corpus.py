"""Writes the training data of the reader to three compressed files for the accelerator.

    PYTHONPATH=../encoder python corpus.py public        writes .device-data/public-sites.json.xz (takes ten minutes to find hard negatives)
    PYTHONPATH=../encoder python corpus.py businesses    writes .device-data/business-sites.json.xz
    PYTHONPATH=../encoder python corpus.py chat          writes .device-data/chat-sites.json.xz
    PYTHONPATH=../encoder python corpus.py claims        writes .device-data/claims.json.xz
    PYTHONPATH=../encoder python corpus.py polarity      writes .device-data/polarity.json.xz, which only `--forms` reads
    PYTHONPATH=../encoder python corpus.py evals         writes .device-data/eval-sites.json.xz, which is only for evaluation
"""

import json
import lzma
import random
import sys
from collections import Counter
from typing import Any

from business_sites import business_sites
from chat_sites import chat_sites
from claims import claim_rows
from paths import CARRIED
from polarity_rows import polarity_rows
from public_sites import eval_sites, public_sites

SEED = 7
FILES = {"businesses": "business-sites", "chat": "chat-sites", "public": "public-sites", "claims": "claims"}
MEASURED, POLARITY = "eval-sites", "polarity"
Json = dict[str, Any]


def read_corpus(names: tuple[str, ...] = tuple(FILES.values())) -> Json:
    sites, claims = [], []
    for name in names:
        with lzma.open(CARRIED / f"{name}.json.xz", "rt", encoding="utf-8") as file:
            part = json.load(file)
        sites += part["sites"]
        claims += part["claims"]
    return {"sites": sites, "claims": claims}


def read_polarity() -> list[Json]:
    with lzma.open(CARRIED / f"{POLARITY}.json.xz", "rt", encoding="utf-8") as file:
        return json.load(file)["polarity"]


def main() -> None:
    chance = random.Random(SEED)
    what = sys.argv[1]
    part: Json = {"sites": [], "claims": []}
    if what == "claims":
        part["claims"] = claim_rows(chance)
    elif what == "evals":
        part["sites"] = eval_sites()
    elif what == POLARITY:
        part[POLARITY] = polarity_rows()
    else:
        part["sites"] = {"public": lambda: public_sites(chance), "businesses": business_sites, "chat": chat_sites}[what]()
    CARRIED.mkdir(exist_ok=True)
    name = {**FILES, "evals": MEASURED, POLARITY: POLARITY}[what]
    with lzma.open(CARRIED / f"{name}.json.xz", "wt", encoding="utf-8", preset=6) as file:
        json.dump(part, file, ensure_ascii=False, separators=(",", ":"))
    counts = Counter((site["set"], site["held"], bool(question["gold"])) for site in part["sites"] for question in site["questions"])
    for (set_name, held, answered), count in sorted(counts.items()):
        print(f"{set_name:10} {'held out' if held else 'learnt':8} {'answered' if answered else 'not answered':12} {count}")
    print(Counter((claim["kind"], claim["said"]) for claim in part["claims"]))


if __name__ == "__main__":
    main()
