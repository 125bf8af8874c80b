"""A common interface for vectors from PyTorch or from the exported file."""

from pathlib import Path
from typing import Protocol

import numpy as np

from paths import CARRIED
from tokens import Tokenizer

TEXT_LIMIT, BATCH = 256, 64
Rows = list[list[int]]


class Engine(Protocol):
    def embed(self, texts: list[str]) -> np.ndarray: ...


class _Batched:
    """Tokenises texts and groups them by length."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokenizer = tokenizer

    def run(self, rows: Rows) -> np.ndarray:
        raise NotImplementedError

    def embed(self, texts: list[str]) -> np.ndarray:
        rows = [self.tokenizer.single(text, TEXT_LIMIT) for text in texts]
        order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
        parts = [self.run([rows[i] for i in order[start : start + BATCH]]) for start in range(0, len(order), BATCH)]
        return np.concatenate(parts)[np.argsort(order)]


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
        super().__init__(tokenizer)
        self.network = network.to(self.device).eval()

    def run(self, rows: Rows) -> np.ndarray:
        with self.torch.inference_mode():
            return self.network(*(each.to(self.device) for each in self.pad(rows))).cpu().numpy()


class Onnx(_Batched):
    def __init__(self, where: str, vocabulary: Path) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 2
        self.session = onnxruntime.InferenceSession(where, options, providers=["CPUExecutionProvider"])
        super().__init__(Tokenizer.read(vocabulary))

    def run(self, rows: Rows) -> np.ndarray:
        width = max(map(len, rows))
        ids = np.zeros((len(rows), width), dtype=np.int64)
        mask = np.zeros_like(ids)
        for index, row in enumerate(rows):
            ids[index, : len(row)] = row
            mask[index, : len(row)] = 1
        return self.session.run(None, {"input_ids": ids, "attention_mask": mask})[0]


def open_engine(where: str) -> Engine:
    return Onnx(where, CARRIED / "vocab.txt") if where.endswith(".onnx") else _Torch(where)
