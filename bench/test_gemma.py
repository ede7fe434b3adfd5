"""Gemma through our worker beside a bare ctypes loop on the same file: shape-exact 270M, random weights, one
thread.

Processor seconds of worker and parent together, interleaved with the floor: the machine may be busy. The
model is made once by `build/synthesise.py` under EDGE_BENCH_MODELS (default ~/.cache/edge/bench), or
EDGE_BENCH_GGUF names one.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import numpy as np
import pytest

from edge import paths
from edge.engines.gemma import gguf, protocol
from edge.engines.gemma.engine import GemmaEngine
from edge.records import Choice, Passage
from edge.schema import gbnf
from edge.schema.read import read
from edge.settings import GemmaSettings

pytest.importorskip("llama_cpp", reason='llama.cpp: pip install "$(python build/llama_wheel.py)"')

ROOT = Path(__file__).parents[1]
DATA = Path(os.environ.get("EDGE_DEV_DATA") or ROOT.parent / "shared" / "data")
sys.path.insert(0, str(ROOT / "bench" / "quality"))
ROUNDS = 3
TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100

Gate = Callable[..., None]


@pytest.fixture(scope="module")
def model() -> Path:
    given = os.environ.get("EDGE_BENCH_GGUF")
    if given:
        return Path(given)
    folder = Path(os.environ.get("EDGE_BENCH_MODELS", Path.home() / ".cache" / "edge" / "bench"))
    path = folder / "270m-q4_0.gguf"
    if not path.is_file():
        script = [
            sys.executable,
            str(ROOT / "build" / "synthesise.py"),
            "gguf",
            "--shape",
            "270m",
            "--quant",
            "q4_0",
        ]
        subprocess.run([*script, "--out", str(path)], check=True)
    return path


@pytest.fixture
def engine(model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GemmaEngine]:
    monkeypatch.setenv("EDGE_HOME", str(tmp_path))
    paths.home.cache_clear()
    settings = GemmaSettings(threads=1, window=2048, seconds=600, prompt_tokens=1900)
    with GemmaEngine(model, settings, rank=_rank) as made:
        made.open()
        yield made
    paths.home.cache_clear()


class Floor:
    """The bare loop in its own process."""

    def __init__(self, model: Path, micro_batch: int = 512) -> None:
        command = [
            sys.executable,
            str(ROOT / "bench" / "gemma_floor.py"),
            str(model),
            "2048",
            str(micro_batch),
            "1",
        ]
        self.child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def __call__(self, verb: str, count: int) -> float:
        assert self.child.stdin and self.child.stdout
        self.child.stdin.write(f"{verb} {count}\n")
        return float(self.child.stdout.readline().split()[0])

    def close(self) -> None:
        self.child.communicate()


@pytest.fixture
def floor(model: Path) -> Iterator[Floor]:
    made = Floor(model)
    yield made
    made.close()


def cpu(engine: GemmaEngine) -> float:
    """Processor seconds of the worker and of this process so far."""
    fields = Path(f"/proc/{engine.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK + time.process_time()


def spent(engine: GemmaEngine, call: Callable[[], object]) -> float:
    before = cpu(engine)
    call()
    return cpu(engine) - before


def ask(engine: GemmaEngine, request: protocol.Request) -> protocol.Reply:
    """A raw request, as the engine would send it."""
    return next(r for r in engine._worker.stream(request, 600) if not isinstance(r, protocol.Piece))


def text(tokens: int, seed: int, engine: GemmaEngine) -> str:
    """Text of exactly so many tokens, another for each seed."""
    words = paths.asset("stopwords.txt").read_text(encoding="utf-8").split()
    rng = random.Random(seed)
    made = " ".join(rng.choice(words) for _ in range(tokens))
    while (count := engine.count_tokens([made])[0]) > tokens:
        made = made[: int(len(made) * tokens / count) - (count - tokens < 8)]
    return made + "." * (tokens - engine.count_tokens([made])[0])


def prompt_of(tokens: int, seed: int, engine: GemmaEngine, fixed: bool = False) -> protocol.Prompt:
    parts = (protocol.PromptPart(control="<bos>"), protocol.PromptPart(text(tokens - 1, seed, engine)))
    return protocol.Prompt(parts, 2 if fixed else 0)


def test_prefill_and_generation(engine: GemmaEngine, floor: Floor, gate: Gate) -> None:
    """The engine reads and writes as fast as a loop that does nothing else."""
    read, wrote, scored = [], [], []
    for n in range(5):
        prompt = prompt_of(512, n, engine)
        ours = spent(engine, lambda p=prompt: ask(engine, protocol.Score(0, p, ["A", "B"])))
        bare = floor("prefill", 512)
        read.append((bare / ours, 512 / ours, 512 / bare))
        one = spent(engine, lambda p=prompt: ask(engine, protocol.Generate(0, p, 1)))
        plain = spent(engine, lambda p=prompt: ask(engine, protocol.Generate(0, p, 49, logprobs=False))) - one
        bare = floor("generate", 48)
        both = spent(engine, lambda p=prompt: ask(engine, protocol.Generate(0, p, 49))) - one
        wrote.append((bare / plain, 48 / plain, 48 / bare))
        scored.append((bare / both, 48 / both, 48 / bare))
    for name, pairs in (("prefill", read), ("generation", wrote), ("generation_scored", scored)):
        ratio, ours, bare = (median(column) for column in zip(*pairs, strict=True))
        gate(f"gemma.{name}", ratio, f"{ours:.1f} tokens per CPU second, bare {bare:.1f} (micro-batch 512)")


def test_constrained_generation(engine: GemmaEngine, gate: Gate) -> None:
    """A schema slows writing down by little, with 262,144 entries to filter and a model that never wants to
    obey."""
    tag = {"type": "string", "minLength": 10, "maxLength": 40}
    schema = {
        "type": "object",
        "properties": {
            "action": {"enum": ["keep", "archive", "delete", "answer"]},
            "quote": {"type": "string", "minLength": 120, "maxLength": 200},
            "importance": {"type": "integer", "minimum": 0, "maximum": 10},
            "tags": {"type": "array", "minItems": 2, "maxItems": 3, "items": tag},
        },
        "required": ["action", "quote", "importance", "tags"],
    }  # fmt: skip
    rules = gbnf.from_schema(read(schema)).text
    ratios, rejected, count = [], 0, 0
    for n in range(ROUNDS):
        prompt = prompt_of(64, 100 + n, engine)
        ask(engine, protocol.Generate(0, prompt, 1))
        before = cpu(engine)
        bound = ask(engine, protocol.Generate(0, prompt, 300, rules))
        constrained = cpu(engine) - before
        assert isinstance(bound, protocol.Generated) and bound.finish == "stop"
        count, rejected = bound.written, bound.rejected
        free = spent(engine, lambda p=prompt, c=count: ask(engine, protocol.Generate(0, p, c)))
        ratios.append(free / constrained)
    gate("gemma.constrained", median(ratios), f"{count} tokens, greedy token refused at {rejected}")


def test_shared_prefix(engine: GemmaEngine, gate: Gate) -> None:
    """A call that shares 1,500 tokens with the one before pays for its own tokens only."""
    shares = []
    for n in range(3):
        head = text(1499, 200 + n, engine)
        bos = protocol.PromptPart(control="<bos>")
        border = protocol.PromptPart(control="<end_of_turn>")
        first, second = (
            protocol.Prompt((bos, protocol.PromptPart(head), border, protocol.PromptPart(tail)))
            for tail in (text(40, 300 + n, engine), text(40, 400 + n, engine))
        )  # fmt: skip
        cold = spent(engine, lambda p=first: ask(engine, protocol.Score(0, p, ["A"])))
        warm = spent(engine, lambda p=second: ask(engine, protocol.Score(0, p, ["A"])))
        shares.append(100 * warm / cold)
    gate("gemma.shared_prefix", median(shares), "1,500 shared + 40 new tokens")


def test_restored_state(model: Path, engine: GemmaEngine, gate: Gate, tmp_path: Path) -> None:
    """A new process reads a fixed prompt's state from disk instead of computing it."""
    prompt = prompt_of(1500, 500, engine, fixed=True)
    prompt = protocol.Prompt((*prompt.parts, protocol.PromptPart("Question: where?")), 2)
    cold = spent(engine, lambda: ask(engine, protocol.Score(0, prompt, ["A"])))
    size = max(path.stat().st_size for path in (tmp_path / "states").glob("*.state"))
    with GemmaEngine(model, GemmaSettings(threads=1, seconds=600), rank=_rank) as fresh:
        fresh.open()
        warm = spent(fresh, lambda: ask(fresh, protocol.Score(0, prompt, ["A"])))
    gate("gemma.restored_state", 100 * warm / cold, "1,500 fixed tokens")
    gate("gemma.state_size", size / 1e6)


def test_choose(engine: GemmaEngine, gate: Gate) -> None:
    """Choosing among 24 sentences costs the prefill of its prompts and nothing else."""
    ratios = []
    for n in range(ROUNDS):
        rng = random.Random(n)
        lines = [f"{text(22, rng.randrange(10**6), engine)}" for _ in range(24)]
        passages = [
            Passage(chunk=i, source="s", page=i + 1, start=0, end=len(line), text=line)
            for i, line in enumerate(lines)
        ]
        question = text(12, rng.randrange(10**6), engine)
        before = cpu(engine)
        draft = engine.choose(question, passages)
        ours = cpu(engine) - before
        fresh = draft.tokens["prompt"] - draft.tokens["reused"]
        # The floor: as many tokens in as many prompts of the same length, through the same worker.
        halves = [prompt_of(fresh // 2, 600 + 2 * n + k, engine) for k in range(2)]
        bare = sum(spent(engine, lambda p=p: ask(engine, protocol.Score(0, p, ["A"]))) for p in halves)
        ratios.append(ours / bare)
        assert draft.signals["sentences"] == 24
    gate("gemma.choose", median(ratios), f"{draft.tokens['prompt']} prompt tokens in two orders")


def test_memory(engine: GemmaEngine, gate: Gate) -> None:
    """Resident memory of worker and parent after a full prompt, and its growth over 300 questions."""
    ask(engine, protocol.Score(0, prompt_of(1900, 700, engine), ["A"]))
    ask(engine, protocol.Generate(0, prompt_of(64, 701, engine), 16))
    worker = _resident(engine.pid or 0)
    gate("gemma.rss", worker, "worker alone, 270M Q4_0, window 2,048")
    passages = [Passage(chunk=1, source="s", page=1, start=0, end=30, text="A short sentence to choose it.")]
    for n in range(330):
        engine.choose(f"Question number {n}?", passages)
        if n == 29:
            start = _resident(engine.pid or 0)
    gate("gemma.memory_growth", 100 * (_resident(engine.pid or 0) / start - 1))


def test_estimate(engine: GemmaEngine) -> None:
    """The memory that is asked for before loading is what is used, within a quarter."""
    ask(engine, protocol.Score(0, prompt_of(1900, 800, engine), ["A"]))
    assert 0.75 < _resident(engine.pid or 0) * 1e6 / engine.needs < 1.25


def test_time_to_first_token(
    model: Path, gate: Gate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first token after a prompt of 700 tokens, against five whole chunks of 450 tokens."""
    monkeypatch.setenv("EDGE_HOME", str(tmp_path))
    paths.home.cache_clear()
    settings = GemmaSettings(threads=1, window=4096, seconds=600)
    short, both = [], []
    with GemmaEngine(model, settings, rank=_rank, states=False) as engine:
        engine.open()
        skeleton = 120  # instructions and question, the same for both
        for n in range(ROUNDS):
            usual = prompt_of(5 * 450 + skeleton, 900 + n, engine)
            ours = prompt_of(700, 930 + n, engine)
            long = spent(engine, lambda p=usual: ask(engine, protocol.Generate(0, p, 1)))
            short.append(spent(engine, lambda p=ours: ask(engine, protocol.Generate(0, p, 1))) / long)
            sentences = [text(24, 1_000 + 30 * n + k, engine) for k in range(24)]
            passages = [
                Passage(chunk=k, source="s", page=k + 1, start=0, end=len(line), text=line)
                for k, line in enumerate(sentences)
            ]
            asked = text(12, 960 + n, engine)
            both.append(spent(engine, lambda q=asked, p=passages: engine.choose(q, p)) / long)
    paths.home.cache_clear()
    gate("gemma.first_token", median(short), "700 tokens over 2,370")
    gate("gemma.first_choice", median(both), "choose, both orders: two prompts of at most 700 tokens")


def test_share_of_bandwidth(model: Path, engine: GemmaEngine, gate: Gate) -> None:
    """Weights read per second of generation against what one thread reads from memory, in the same run."""
    data = np.ones(64 * 1024 * 1024, dtype=np.float32)  # 268 MB: past every cache
    weights = sum(tensor.bytes for tensor in gguf.check(model).tensors)
    shares = []
    for n in range(5):
        began = time.process_time()
        for _ in range(2):
            float(np.dot(data, data))
        read = 2 * data.nbytes / (time.process_time() - began)
        prompt = prompt_of(64, 1_200 + n, engine)
        one = spent(engine, lambda p=prompt: ask(engine, protocol.Generate(0, p, 1)))
        many = protocol.Generate(0, prompt, 49, logprobs=False)
        wrote = 48 / (spent(engine, lambda r=many: ask(engine, r)) - one)
        shares.append((100 * wrote * weights / read, read / 1e9, wrote))
    share, bandwidth, speed = (median(column) for column in zip(*shares, strict=True))
    detail = f"{speed:.1f} tokens/s x {weights / 1e6:.0f} MB; one thread reads {bandwidth:.1f} GB/s"
    gate("gemma.bandwidth", share, detail)


def test_whole_memory(model: Path, gate: Gate, tmp_path: Path) -> None:
    """Gemma 270M, the handbook's knowledge base and an embedder of EmbeddingGemma's shape, all at work."""
    folder = Path(os.environ.get("EDGE_BENCH_MODELS", Path.home() / ".cache" / "edge" / "bench"))
    onnx = folder / "embeddinggemma"
    if not onnx.is_dir():
        pytest.skip(f"python build/synthesise_onnx.py embeddinggemma --kind int8 --out {onnx}")
    code = """
import sys
from pathlib import Path
import edge
from edge import config
from edge.engines.models import catalog
from edge.engines.onnx.embedder import Embedder
flags = {"gemma.model": sys.argv[1], "gemma.threads": 1, "ask.engine": "gemma", "gemma.seconds": 300}
with edge.open(settings=config.load(flags)) as session:
    entry = catalog.get("embeddinggemma-300m")
    folder = Path(sys.argv[2])
    paths = [folder / "onnx" / "model_quantized.onnx", folder / "onnx" / "model_quantized.onnx_data"]
    embedder = Embedder(entry, entry.variant(), [*paths, folder / "tokenizer.json"], threads=1)
    for question in ("How long is a rapid game?", "Who may stop the clocks?", "What is a flag?"):
        session.ask(question)
        embedder.query(question)
    worker = session.engines.gemma.pid
    for pid in ("self", worker):
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        print(next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")))
"""
    environment = {**os.environ, "EDGE_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code, str(model), str(onnx)]
    told = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    edge, worker = (int(line) / 1e3 for line in told.stdout.split())
    gate(
        "gemma.whole_rss", edge + worker, f"edge with embedder {edge:.0f}, worker {worker:.0f}, window 2,048"
    )


@pytest.mark.skipif(not DATA.is_dir(), reason=f"no development data in {DATA} (set EDGE_DEV_DATA)")
def test_prompt_keeps_the_page(gate: Gate) -> None:
    """An expected page has a sentence in 700 tokens as often as in five whole chunks of 450."""
    import prompts

    found = [
        one for name in ("clean", "manual", "intl", "squad", "piaf") for one in prompts.measure(name, 100)
    ]
    ours, usual = (100 * sum(one[at] for one in found) / len(found) for at in (0, 1))
    gate("gemma.prompt_pages", ours - usual, f"{ours:.1f} % against {usual:.1f} %, {len(found)} questions")


def _resident(pid: int) -> float:
    """Megabytes."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1e3
    raise AssertionError("no VmRSS")


def _rank(_: str, passages: list[Passage]) -> list[Choice]:
    return [
        Choice(passage=i, start=p.start, end=p.end, text=p.text, probability=0.0)
        for i, p in enumerate(passages)
    ]
