"""Machines that a bundle can be made for, in the words of wheels and of requirement markers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from edge.bundle.carried.environment import this_platform
from edge.errors import UsageError

if TYPE_CHECKING:
    from packaging.tags import Tag

#: Newest glibc a wheel may ask for: what Debian 10, Ubuntu 18.10 and RHEL 8 have.
_GLIBC = 28


class Target(NamedTuple):
    """One kind of machine. `platforms`: tags of wheels that run there, the newest first."""

    name: str
    platforms: list[str]
    markers: dict[str, str]

    def tags(self, python: str) -> Iterator[Tag]:
        """Tags of all wheels that a Python ("3.11") runs there."""
        from packaging import tags

        major, minor = (int(part) for part in python.split("."))
        yield from tags.cpython_tags((major, minor), [f"cp{major}{minor}"], self.platforms)
        yield from tags.compatible_tags((major, minor), f"cp{major}{minor}", self.platforms)

    def environment(self, python: str) -> dict[str, str]:
        """What markers (`; sys_platform == "win32"`) are judged by there."""
        return {
            **self.markers, "python_version": python, "python_full_version": f"{python}.0",
            "implementation_name": "cpython", "implementation_version": f"{python}.0",
            "platform_python_implementation": "CPython", "platform_release": "", "platform_version": "",
            "extra": "",
        }  # fmt: skip


def target(name: str = "") -> Target:
    """A target by name; this machine for "". Raises UsageError."""
    wanted = name.lower() or this_platform()
    if wanted not in TARGETS:
        hint = f"There are: {', '.join(TARGETS)}."
        if wanted.startswith(("android", "termux")):
            hint = (
                "Termux runs no wheels of Linux: build them there (pip wheel), and install from that folder."
            )
        raise UsageError(f"No bundle can be made for {wanted!r}.", hint)
    return TARGETS[wanted]


def _linux(machine: str) -> Target:
    old = {17: "2014", 12: "2010", 5: "1"} if machine == "x86_64" else {17: "2014"}
    platforms = []
    for minor in range(_GLIBC, 4 if machine == "x86_64" else 16, -1):
        platforms.append(f"manylinux_2_{minor}_{machine}")
        platforms += [f"manylinux{old[minor]}_{machine}"] if minor in old else []
    markers = _markers("posix", "linux", "Linux", machine)
    return Target(f"linux-{machine}", [*platforms, f"linux_{machine}"], markers)


def _macos(machine: str) -> Target:
    versions = [*((major, 0) for major in range(14, 10, -1)), *((10, minor) for minor in range(16, 8, -1))]
    platforms = [
        f"macosx_{major}_{minor}_{kind}" for major, minor in versions for kind in (machine, "universal2")
    ]
    return Target(f"macos-{machine}", platforms, _markers("posix", "darwin", "Darwin", machine))


def _markers(os_name: str, sys_platform: str, system: str, machine: str) -> dict[str, str]:
    return {
        "os_name": os_name, "sys_platform": sys_platform, "platform_system": system,
        "platform_machine": machine,
    }  # fmt: skip


#: All there are, by name.
TARGETS = {
    one.name: one
    for one in (
        _linux("x86_64"), _linux("aarch64"), _macos("arm64"), _macos("x86_64"),
        Target("windows-amd64", ["win_amd64"], _markers("nt", "win32", "Windows", "AMD64")),
    )
}  # fmt: skip
