"""Writes test cases for other runtimes of the model: texts with their token ids, and with the start of their vectors.

    python cases.py    reads packages/answer-model, writes tokenizer-cases.json and encoder-cases.json there
"""

import json

from engines import Onnx
from export import SAMPLE
from paths import TABLES
from tokens import Tokenizer

LIMIT = 256
ODD = [
    "", " ", "ng'ombe", "ng’ombe wangu", "don't", "M-Pesa", "saa 2:30–4:00 usiku", "KSh 1,500.50/=", "£5 €7 ¥9", "Zürich CAFÉ naïve São Tomé",
    "tab\tnewline\nnull\x00bell\x07", "zero​width­soft", "“quoted” ‘single’ `back`", "日本語 and العربية", "emoji 😀 done", "ﬁne ①", "İstanbul straße ÆØ",
    "a" * 101, "a" * 100, "info@duka.co.ke", "https://duka.co.ke/bei?x=1&y=2", "#sokoni @mama_mboga", "nn xana xaxa", "100% 3½ 2²",
    "Hatutakupeleka", "wanaonunuliwa", "mnainstall", "kumanage", "Uwanja wa ndege wa Jomo Kenyatta", "UPPER lower MiXeD", "e\u0301 o\u0308 n\u0303",
]  # fmt: skip


def main() -> None:
    tokenizer = Tokenizer.read(TABLES / "vocab.txt")
    texts = [*ODD, *SAMPLE]
    singles = [{"text": text, "ids": tokenizer.single(text, LIMIT)} for text in texts]
    _write("tokenizer-cases.json", {"singles": singles})
    engine = Onnx(str(TABLES / "encoder.onnx"), TABLES / "vocab.txt")
    # One at a time: int8 activations share a scale within a batch, so a batch would change the last digits.
    vectors = [{"text": text, "embedding": [round(float(x), 4) for x in engine.embed([text])[0][:8]]} for text in SAMPLE]
    _write("encoder-cases.json", {"tolerance": 0.02, "singles": vectors})


def _write(name: str, content: object) -> None:
    (TABLES / name).write_text(json.dumps(content, ensure_ascii=True, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
