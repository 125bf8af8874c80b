"""Exports the reader for CPUs: ONNX with int8 weights; prints the difference from the network.

    PYTHONPATH=../encoder python export_reader.py NAME.pt FOLDER [--only]    writes FOLDER/reader.onnx; --only: no comparison
"""

import sys
import warnings
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

from corpus import read_corpus
from export import OPSET, Rounded
from measure_reader import evidence_share, figures, held_scores
from reader_batches import ReaderCorpus
from trained import load

INPUTS, OUTPUTS = ["input_ids", "attention_mask", "side"], ["answer", "said", "evidence"]
# Also of a reader with forms.
FORM_OUTPUTS = ["form", "polarity"]
SAMPLE = 40


class Rounding:
    """The exported file with the interface of the network."""

    def __init__(self, path: Path, outputs: list[str]) -> None:
        self.outputs = outputs
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 4
        self.session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def __call__(self, *tensors: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Row by row, like the server: int8 activations share a scale within a batch."""
        arrays = [tensor.cpu().numpy() for tensor in tensors]
        rows = [self._row([each[at : at + 1] for each in arrays]) for at in range(len(arrays[0]))]
        return tuple(torch.from_numpy(np.concatenate(each)) for each in zip(*rows, strict=True))

    def _row(self, arrays: list[np.ndarray]) -> list[np.ndarray]:
        length = int(arrays[1].sum())
        answer, said, evidence, *more = self.session.run(self.outputs, dict(zip(INPUTS, (each[:, :length] for each in arrays), strict=True)))
        return [answer, said, np.pad(evidence, ((0, 0), (0, arrays[1].shape[1] - length))), *more]


def main() -> None:
    source, folder = Path(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    _, tokenizer, network = load(source, "cpu")
    whole, small = folder / "whole.onnx", folder / "reader.onnx"
    network.words = Rounded(network.words.weight.detach())
    outputs = [*OUTPUTS, *(FORM_OUTPUTS if network.forms else [])]
    example = torch.ones(2, 8, dtype=torch.long)
    axes = {name: {0: "rows", 1: "length"} for name in (*INPUTS, "evidence")} | {name: {0: "rows"} for name in outputs if name != "evidence"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network, (example, example, example * 0), str(whole), input_names=INPUTS, output_names=outputs,
            dynamic_axes=axes, opset_version=OPSET, dynamo=False,
        )  # fmt: skip
    quantize_dynamic(
        str(whole), str(small), op_types_to_quantize=["MatMul"], per_channel=True, reduce_range=True,
        weight_type=QuantType.QInt8, extra_options={"MatMulConstBOnly": True},
    )  # fmt: skip
    whole.unlink()
    print(f"{source.stem}: {small.stat().st_size / 1e6:.2f} MB", flush=True)
    if "--only" in sys.argv:
        return
    content = read_corpus()
    content["sites"] = [site for site in content["sites"] if site["held"] and site["set"] == "business"]
    corpus = ReaderCorpus(content, tokenizer)
    corpus.questions = corpus.questions[:: max(1, len(corpus.questions) // SAMPLE)]
    exact, rounded = (held_scores(each, corpus, "cpu", "business") for each in (network, Rounding(small, outputs)))
    apart = np.concatenate(exact[1]) - np.concatenate(rounded[1])
    print(f"{source.stem}: scores apart by {np.abs(apart).mean():.3f} in the mean, {np.abs(apart).max():.3f} at most")
    for name, found in (("exact", exact), ("eight bits", rounded)):
        print(f"== {source.stem} {name} {figures(corpus, found[0], found[1])} sentence {evidence_share(corpus, *found):.3f}")


if __name__ == "__main__":
    main()
