"""One way to ask for vectors and judgements, whatever runs the network: PyTorch or the exported file."""

from pathlib import Path
from typing import Protocol

import numpy as np

from paths import CARRIED
from tokens import Tokenizer

TEXT_LIMIT, PAIR_LIMIT, BATCH = 256, 256, 64
Rows = list[list[int]]


class Engine(Protocol):
    """`judges` is false for a network that knows vectors only."""

    judges: bool

    def embed(self, texts: list[str]) -> np.ndarray: ...

    def judge(self, pairs: list[tuple[str, str]]) -> np.ndarray: ...


class _Batched:
    """Cuts texts into numbers and brings like lengths together; `run` gives both outputs."""

    def __init__(self, tokenizer: Tokenizer, judges: bool) -> None:
        self.tokenizer, self.judges = tokenizer, judges

    def run(self, rows: Rows, begins: list[int] | None) -> tuple[np.ndarray, np.ndarray]:
        raise NotImplementedError

    def embed(self, texts: list[str]) -> np.ndarray:
        return self._all([self.tokenizer.single(text, TEXT_LIMIT) for text in texts], None)[0]

    def judge(self, pairs: list[tuple[str, str]]) -> np.ndarray:
        cut = [self.tokenizer.pair(question, passage, PAIR_LIMIT) for question, passage in pairs]
        return self._all([row for row, _ in cut], [begin for _, begin in cut])[1]

    def _all(self, rows: Rows, begins: list[int] | None) -> tuple[np.ndarray, np.ndarray]:
        order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
        parts = []
        for start in range(0, len(order), BATCH):
            chosen = order[start : start + BATCH]
            parts.append(self.run([rows[i] for i in chosen], begins and [begins[i] for i in chosen]))
        back = np.argsort(order)
        return np.concatenate([part[0] for part in parts])[back], np.concatenate([part[1] for part in parts])[back]


class _Torch(_Batched):
    def __init__(self, where: str) -> None:
        import torch

        from network import Network, pad, plain_minilm, read_minilm

        self.torch, self.pad = torch, pad
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        if where == "minilm":
            tensors = read_minilm(CARRIED / "minilm.safetensors")
            network, tokenizer = plain_minilm(tensors, Tokenizer.read(CARRIED / "minilm-vocab.txt"))
        else:
            tokenizer = Tokenizer.read(CARRIED / "vocab.txt")
            network = Network(len(tokenizer.vocabulary))
            network.load_state_dict(torch.load(where, map_location="cpu"))
        super().__init__(tokenizer, where != "minilm")
        self.network = network.to(self.device).eval()

    def run(self, rows: Rows, begins: list[int] | None) -> tuple[np.ndarray, np.ndarray]:
        with self.torch.inference_mode():
            vectors, logits = self.network(*(each.to(self.device) for each in self.pad(rows, begins)))
        return vectors.cpu().numpy(), logits.cpu().numpy()


class _Onnx(_Batched):
    def __init__(self, where: str, vocabulary: Path) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 2
        self.session = onnxruntime.InferenceSession(where, options, providers=["CPUExecutionProvider"])
        super().__init__(Tokenizer.read(vocabulary), True)

    def run(self, rows: Rows, begins: list[int] | None) -> tuple[np.ndarray, np.ndarray]:
        width = max(map(len, rows))
        ids = np.zeros((len(rows), width), dtype=np.int64)
        mask, types = np.zeros_like(ids), np.zeros_like(ids)
        for index, row in enumerate(rows):
            ids[index, : len(row)] = row
            mask[index, : len(row)] = 1
            if begins is not None:
                types[index, begins[index] : len(row)] = 1
        vectors, logits = self.session.run(None, {"input_ids": ids, "attention_mask": mask, "token_type_ids": types})
        return vectors, logits


def open_engine(where: str) -> Engine:
    return _Onnx(where, CARRIED / "vocab.txt") if where.endswith(".onnx") else _Torch(where)
