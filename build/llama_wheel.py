"""Build the llama.cpp wheel that the extra `llama` needs, once, and keep it.

    python build/llama_wheel.py [--out DIR] [--variant portable|avx512] [--check]

Prints the wheel's path on stdout and nothing else there. The wheel is kept under EDGE_WHEEL_CACHE (default
`~/.cache/edge/wheels`) by library version, flags and platform: a second run takes milliseconds. It holds no
Python code of one version (tag `py3-none-<platform>`), so one wheel serves every Python 3.

Why not `pip install llama-cpp-python`: its default build tunes itself to the build machine (GGML_NATIVE). On
processors with AMX, GCC 12 compiles that path wrongly and the first prompt of any *quantised* model ends the
process with an illegal instruction (ggml-org/llama.cpp pull request 26954). GGML_NATIVE=OFF gives AVX2 + FMA
+ F16C + BMI2 on x86-64, which is also what makes the wheel portable.

With it comes libmtmd, which reads page images (LLAVA_BUILD), without its video part, which would start
another program (ffmpeg) on what it is given.

About 3 minutes on two idle cores; needs a C++ compiler (`apt-get install g++`). No compiler: exit 1 and the
command that installs one. `--check` only says whether the wheel is there (exit 0 or 3).
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

VERSION = "0.3.36"
INCLUDE = Path(__file__).with_name("llama_cpp.cmake")

COMMON = ("-DLLAVA_BUILD=ON", "-DMTMD_VIDEO=OFF", "-DGGML_NATIVE=OFF")
#: What each variant adds. `portable` is what ships.
VARIANTS = {
    "portable": (),
    # Never AMX: see above. For machines with AVX-512 and VNNI. Not measured yet: the machine that this
    # was written on has none.
    "avx512": (
        "-DGGML_AVX512=ON",
        "-DGGML_AVX512_VBMI=ON",
        "-DGGML_AVX512_VNNI=ON",
        "-DGGML_AVX512_BF16=ON",
        "-DGGML_AMX_TILE=OFF",
        "-DGGML_AMX_INT8=OFF",
        "-DGGML_AMX_BF16=OFF",
    ),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--out", type=Path, help="also copy the wheel into this folder, and print that path")
    parser.add_argument("--variant", choices=sorted(VARIANTS), default="portable")
    parser.add_argument("--check", action="store_true", help="build nothing: exit 3 when there is no wheel")
    given = parser.parse_args()

    wheel = cached(given.variant)
    if wheel is None and given.check:
        print(f"No wheel yet under {folder(given.variant)}.", file=sys.stderr)
        return 3
    if wheel is None:
        if not (shutil.which(os.environ.get("CXX", "c++")) or shutil.which("g++") or shutil.which("clang++")):
            print(
                "There is no C++ compiler. Debian: apt-get install g++. macOS: xcode-select --install",
                file=sys.stderr,
            )
            return 1
        wheel = build(given.variant)
    if given.out:
        given.out.mkdir(parents=True, exist_ok=True)
        wheel = Path(shutil.copy2(wheel, given.out / wheel.name))
    print(wheel)
    return 0


def flags(variant: str) -> tuple[str, ...]:
    """CMake arguments of a variant, without the machine-dependent path of the include file."""
    return COMMON + VARIANTS[variant]


def folder(variant: str) -> Path:
    """Where a variant's wheel is kept: the name says version, platform and a hash of the flags."""
    root = os.environ.get("EDGE_WHEEL_CACHE")
    base = Path(root).expanduser() if root else Path.home() / ".cache" / "edge" / "wheels"
    # The C library is part of the platform: a wheel built on a newer one does not load on an older one.
    recipe = " ".join((*flags(variant), *platform.libc_ver(), INCLUDE.read_text(encoding="utf-8")))
    digest = hashlib.sha256(recipe.encode()).hexdigest()[:12]
    return base / f"llama-{VERSION}-{variant}-{sys.platform}-{platform.machine()}-{digest}"


def cached(variant: str) -> Path | None:
    """The wheel of an earlier run, or None."""
    return next(iter(sorted(folder(variant).glob("llama_cpp_python-*.whl"))), None)


def build(variant: str) -> Path:
    """Compile and put the wheel in its place in one rename, so that a broken build leaves nothing behind."""
    place = folder(variant)
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent, prefix=".building-") as work:
        arguments = " ".join((*flags(variant), f"-DCMAKE_PROJECT_llama_cpp_INCLUDE={INCLUDE.resolve()}"))
        print(
            f"Building llama-cpp-python {VERSION} ({variant}): about 3 minutes on two idle cores.",
            file=sys.stderr,
        )
        command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--no-deps"]
        # pip keeps wheels that it built by name and version, whatever flags they were built with.
        command += ["--no-cache-dir"]
        command += ["--no-binary", "llama-cpp-python", f"llama-cpp-python=={VERSION}", "--wheel-dir", work]
        log = Path(work, "build.log")
        with log.open("w", encoding="utf-8") as sink:
            done = subprocess.run(
                [*command, "-v"],
                env={**os.environ, "CMAKE_ARGS": arguments},
                stdout=sink,
                stderr=sink,
                check=False,
            )
        if done.returncode:
            kept = place.parent / f"{place.name}.log"
            shutil.copy2(log, kept)
            tail = "\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-15:])
            raise SystemExit(f"{tail}\nThe build failed; all of its output is in {kept}")
        built = next(Path(work).glob("llama_cpp_python-*.whl"))
        place.mkdir(parents=True, exist_ok=True)
        return built.replace(place / built.name)


if __name__ == "__main__":
    raise SystemExit(main())
