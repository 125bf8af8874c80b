"""Exports the network for CPUs: ONNX, opset 17, int8 weights with a scale for each row or channel.

    python export.py network.pt FOLDER    writes FOLDER/encoder.onnx, and prints the difference from the network
    python export.py minilm FOLDER        writes unchanged MiniLM, not quantised, with its vocabulary, for comparison
"""

import sys
import warnings
from pathlib import Path

import numpy as np
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn

from engines import open_engine
from network import Network, pad, plain_minilm, read_minilm
from paths import CARRIED
from tokens import Tokenizer

OPSET = 17
INPUTS, OUTPUT = ["input_ids", "attention_mask"], "embedding"


class Rounded(nn.Module):
    """Quantises an embedding table to int8; the largest value of a row sets its scale."""

    def __init__(self, table: Tensor) -> None:
        super().__init__()
        scale = table.abs().amax(1, keepdim=True) / 127
        self.register_buffer("scale", scale)
        self.register_buffer("values", (table / scale).round().to(torch.int8))

    def forward(self, numbers: Tensor) -> Tensor:
        return self.values[numbers].float() * self.scale[numbers]


def export(network: Network, folder: Path) -> Path:
    """Writes the file; embedding tables are quantised here, matrices by onnxruntime."""
    network.words = Rounded(network.words.weight.detach())
    whole, small = folder / "whole.onnx", folder / "encoder.onnx"
    write(network, whole)
    quantize_dynamic(
        str(whole), str(small), op_types_to_quantize=["MatMul"], per_channel=True, reduce_range=True,
        weight_type=QuantType.QInt8, extra_options={"MatMulConstBOnly": True},
    )  # fmt: skip
    whole.unlink()
    return small


def write(network: Network, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    axes = {name: {0: "rows", 1: "length"} for name in INPUTS} | {OUTPUT: {0: "rows"}}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network.eval(), pad([[2, 5, 6, 3], [2, 5, 3]]), str(file), input_names=INPUTS, output_names=[OUTPUT],
            dynamic_axes=axes, opset_version=OPSET, dynamo=False,
        )  # fmt: skip


def main() -> None:
    source, folder = sys.argv[1], Path(sys.argv[2])
    if source == "minilm":
        plain, tokenizer = plain_minilm(read_minilm(CARRIED / "minilm.safetensors"), Tokenizer.read(CARRIED / "minilm-vocab.txt"))
        write(plain, folder / "encoder.onnx")
        (folder / "vocab.txt").write_text("\n".join(tokenizer.vocabulary) + "\n", encoding="utf-8")
        return
    network = Network(len(Tokenizer.read(CARRIED / "vocab.txt").vocabulary))
    network.load_state_dict(torch.load(source, map_location="cpu"))
    small = export(network, folder)
    exact, rounded = open_engine(source), open_engine(str(small))
    texts = SAMPLE * 8
    vectors = (exact.embed(texts), rounded.embed(texts))
    alike = (vectors[0] * vectors[1]).sum(1)
    cosines = [np.triu(each[: len(SAMPLE)] @ each[: len(SAMPLE)].T, 1)[np.triu_indices(len(SAMPLE), 1)] for each in vectors]
    print(f"{small.stat().st_size / 1e6:.2f} MB, exact to rounded: vectors' cosine {alike.mean():.4f} (least {alike.min():.4f}),")
    print(f"correlation of cosines {np.corrcoef(*cosines)[0, 1]:.4f}")


SAMPLE = [
    "Jumapili mnafungua saa ngapi?", "Do you deliver to Kisumu?", "Tunafungua kila siku saa mbili asubuhi hadi saa moja usiku.",
    "The guarantee covers screens for ninety days, not water damage.", "Nikichelewa kumchukua mtoto mnanitoza?",
    "Late pick-up costs 200 shillings for every half hour.", "naomba kujua bei ya kilo moja ya nyama", "Where is your office?",
    "Ofisi yetu iko Mtaa wa Kenyatta, ghorofa ya pili.", "Can I pay with M-Pesa?", "Malipo kwa pesa taslimu au kwa simu.",
    "wat time do u close on saterday", "Rooms have free WiFi and breakfast until ten.", "Delivery mpaka Umoja Two ni how much?",
    "Who founded the company?", "Mwanzilishi wa kampuni ni nani?", "It was founded in 1974 by two brothers from Nakuru.",
    "Pets are not allowed.", "Naweza kuja na mbwa wangu?", "How do I return a dress that does not fit?",
]  # fmt: skip

if __name__ == "__main__":
    main()
