"""Checks of forms and polarities that need only numpy:

    PYTHONPATH=../encoder python test_forms.py
"""

import numpy as np

import form_figures
from forms import FORMS, NOTHING, POLARITIES, UNKNOWN, YES_OR_NO, asks_what, begins_like_yes_or_no, form_number, opener_polarity, polarity_number
from lexicon import Lexicon
from paths import TABLES
from plain_questions import PlainQuestions
from polarity_rows import bare
from reader_batches import FORM_ROWS, POLARITY_ROWS, ReaderBatches, ReaderCorpus
from tokens import Tokenizer

YES, NO, DEPENDS = 0, 1, 2


def test_labels() -> None:
    assert [form_number(each) for each in ("", "value", "count=20", "day=sun", "no")] == [UNKNOWN, 0, 2, FORMS.index("day"), YES_OR_NO]
    assert [polarity_number(each, "x") for each in ("yes", "no", "depends", "list", "value", "compare", "now", "day=sun", "")] == [0, 1, 2, 3, 3, -1, -1, -1, -1]
    assert polarity_number("value", "is there a hall") == UNKNOWN and polarity_number("value", "is there a hall and how big is it") == NOTHING
    assert [opener_polarity(each) for each in ("Yes, within 10 km.", "Hapana, kesho.", "Ndiyo. Kila siku.", "No one knows.", "Noon, we close.")] == ["yes", "no", "yes", "", ""]
    assert begins_like_yes_or_no("and do you deliver") and not begins_like_yes_or_no("doors")
    assert asks_what("mnafungua saa ngapi") and not asks_what("mnafungua kesho")
    assert bare(["No, we never open on Sundays.", "Call us."]) == ["We never open on Sundays.", "Call us."]
    try:
        form_number("cuont=3")
    except ValueError:
        return
    raise AssertionError("a form that does not exist passed")


def test_form_figures() -> None:
    value, count = FORMS.index("value"), FORMS.index("count")
    wanted, found = np.array([value, value, count, count, UNKNOWN]), np.array([value, count, count, count, value])
    figures = form_figures.form_figures(wanted, found, np.array([False, False, True, False, True]))
    assert (figures["questions"], figures["right"], figures["alone"], figures["follow-ups"]) == (4, 0.75, 0.6667, 1.0)
    assert figures["count"] == {"of": 2, "recall": 1.0, "precision": 0.6667, "mistaken for": ""}
    assert figures["value"] == {"of": 2, "recall": 0.5, "precision": 1.0, "mistaken for": "count 1"}


def test_polarity_figures() -> None:
    wanted = np.array([YES, NO, NO, YES, DEPENDS, NOTHING, form_figures.UNANSWERED, form_figures.UNCLEAR])
    share = np.array([[0.99, 0.01], [0.02, 0.98], [0.96, 0.04], [0.9, 0.1], [0.75, 0.1], [0.1, 0.2], [0.91, 0.0], [1.0, 0.0]])
    answered = np.array([True, True, True, False, True, True, True, True])
    figures = form_figures.polarity_figures(wanted, share, answered)
    parts = "reversed, depends, nothing, unanswered"
    assert figures["yes-or-no questions"] == 4
    assert figures["over 0.97"] == {"said": 2, "coverage": 0.5, "reversed": 0.0, "wrong": 0.0, parts: [0, 0, 0, 0]}
    assert figures["over 0.5"] == {"said": 5, "coverage": 0.5, "reversed": 0.2, "wrong": 0.6, parts: [1, 1, 0, 1]}
    assert figures["at most 0.01 wrong: coverage, said, threshold"] == [0.5, 2, 0.96]
    assert form_figures.polarity_confusion(wanted, np.array([0, 1, 0, 0, 2, 3, 0, 0])) == {
        "yes": [2, 0, 0, 0], "no": [1, 1, 0, 0], "depends": [0, 0, 1, 0], "nothing": [0, 0, 0, 1], "unanswered": [1, 0, 0, 0],
    }  # fmt: skip
    form = np.zeros((1, len(FORMS)))
    assert np.allclose(form_figures.yes_and_no(np.zeros((1, 4)), form), 0.25 / len(FORMS))


def test_plain_forms() -> None:
    import random

    entries = [
        [{"kind": "price", "title": "", "sentences": [f"{name}: KES 20"]} for name in ("Mandazi", "Black forest cake", "Queen cake")]
        + [{"kind": "faq", "title": "Do you deliver?", "sentences": ["We deliver on Saturdays.", "We do not deliver on Sundays."]}],
        [{"kind": "price", "title": "", "sentences": ["Brake service: KES 2,000"]}],
    ]
    plain, chance = PlainQuestions(entries, [0, 1], Lexicon(TABLES)), random.Random(1)
    asked = [plain.ask(0, chance) for _ in range(3000)]
    forms = {each.form for each in asked}
    assert forms == {"", "value", "count", "yes", "no"}, forms
    for each in asked:
        if each.form in ("yes", "no") and "deliver on saturdays" in each.text.lower():
            assert (each.form == "no") == ("do not" in each.text), each
        if each.form == "value":
            assert not each.text.lower().startswith(("do you", "mna ")), each


def site(name: str, kind: str, held: bool, item: str = "Mandazi") -> dict:
    entries = [
        {"kind": "price", "title": "Price", "sentences": [f"{item}: KES 15"]},
        {"kind": "faq", "title": "Do you deliver?", "sentences": ["Yes, within 10 km.", "Not on Sundays."]},
        {"kind": "talk", "title": "", "sentences": ["Greeting"]},
    ]
    questions = [
        {"q": "twenty mandazi please", "h": "", "lang": "en", "gold": [[0, None]], "near": None, "form": "count=20", "thread": []},
        {"q": "and on sundays", "h": "do you deliver", "lang": "en", "gold": [[1, 1]], "near": None, "form": "no", "thread": [["do you deliver", "Yes, within 10 km."]]},
        {"q": "by bicycle", "h": "", "lang": "en", "gold": [], "near": 1, "form": "", "thread": []},
        {"q": "thanks", "h": "", "lang": "en", "gold": [[2, None]], "near": None, "form": "", "thread": []},
    ]
    if kind != "chat":
        questions = [{key: value for key, value in each.items() if key not in ("form", "thread")} for each in questions]
    return {"set": kind, "name": name, "held": held, "file": "set-01", "entries": entries, "questions": questions}


def test_rows() -> None:
    claims = [
        {"kind": kind, "claim": "We deliver.", "title": "", "passage": ["We deliver to homes."], "said": True}
        for kind in ("nli", "translation", "model", "written", "contrast")
    ]
    content = {"sites": [site("a", "chat", False), site("b", "business", False, "Brake service"), site("c", "chat", True)], "claims": claims}
    asked = {"q": "Do you open on Sundays?", "title": "", "held": False, "bare": True}
    pool = [
        asked | {"kind": kind, "polarity": polarity, "passage": [f"No, never on {day}."]}
        for kind in ("faq", "written", "condaqa") for polarity in ("yes", "no", "nothing") for day in ("Sundays", "Mondays")
    ]  # fmt: skip
    tokenizer = Tokenizer.read(TABLES / "vocab.txt")
    without, with_forms = (ReaderBatches(ReaderCorpus(each, tokenizer, True), Lexicon(TABLES), 3).step(5) for each in (content, content | {"polarity": pool}))
    count = len(without["ids"])
    assert len(with_forms["ids"]) == count + POLARITY_ROWS + FORM_ROWS
    for key in ("ids", "begin", "evidence"):
        assert with_forms[key][:count] == without[key], key
    for key in ("list", "gold", "taught", "said"):
        assert (with_forms[key] == without[key]).all(), key
    assert len(with_forms["form"]) == len(with_forms["polarity"]) == len(with_forms["polarity_weight"]) == len(with_forms["ids"])
    # The rows of the businesses and the claims have no label, unless a plain question has one.
    assert (with_forms["form"][len(with_forms["gold"]) : -FORM_ROWS] == UNKNOWN).all()
    seen = {(FORMS[form], POLARITIES[polarity] if polarity >= 0 else "") for form, polarity in zip(with_forms["form"], with_forms["polarity"], strict=True) if form >= 0}
    assert {("count", "nothing"), ("yes-or-no", "no")} <= seen, seen
    assert not {form for form, _ in seen} & {"list", "compare", "now"}
    said = {POLARITIES[each] for each in with_forms["polarity"][-FORM_ROWS - POLARITY_ROWS : -FORM_ROWS]}
    assert said == {"yes", "no", "nothing"}, said


def test_blend() -> None:
    try:
        from blend import blended, named_alike
    except ImportError:
        print("blend: not checked without onnx")
        return
    table = {"words.values": np.ones((2, 2), np.int8), "words.scale": np.ones((2, 1), np.float32)}
    earlier = table | {"onnx::MatMul_9_quantized": np.ones((2, 2), np.int8), "onnx::MatMul_10_quantized": np.full((2, 2), 2, np.int8)}
    later = table | {"onnx::MatMul_30_quantized": np.full((2, 2), 3, np.int8), "onnx::MatMul_110_quantized": np.full((2, 2), 4, np.int8)}
    assert named_alike(earlier, later)["onnx::MatMul_110_quantized"][0, 0] == 2
    for tables in (earlier, later):
        for name in [each for each in tables if each.endswith("_quantized")]:
            tables[name.replace("_quantized", "_scale")] = np.ones(2, np.float32)
            tables[name.replace("_quantized", "_zero_point")] = np.zeros(2, np.int8)
    later["form.bias"] = np.ones(3, np.float32)
    earlier["/Constant_1_output_0"], later["/Constant_1_output_0"] = np.float32([1]), np.float32([-10000])
    later["onnx::ReduceSum_5"] = np.ones(1, np.int64)
    out = blended(earlier, later, 0.5)
    assert (out["form.bias"] == 1).all() and out["/Constant_1_output_0"] == -10000
    assert np.allclose(out["onnx::MatMul_110_quantized"] * out["onnx::MatMul_110_scale"], 3)


if __name__ == "__main__":
    for name, check in list(globals().items()):
        if name.startswith("test_"):
            check()
            print(f"{name}: passed")
