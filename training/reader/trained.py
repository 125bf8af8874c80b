"""Reads weights that `train_reader.py` has written."""

from pathlib import Path
from typing import Any

import torch

from reader_network import Reader
from starts import start


def load(path: Path, device: str) -> tuple[str, Any, Reader]:
    """The name of the start of these weights, its tokenizer and the network."""
    stored = torch.load(path, map_location="cpu")
    tokenizer, _ = start(stored["start"], stored["layers"])
    network = Reader(len(tokenizer.vocabulary), stored["layers"], stored.get("forms", False))
    network.load_state_dict({key: value.float() for key, value in stored["weights"].items()})
    return stored["start"], tokenizer, network.to(device).eval()
