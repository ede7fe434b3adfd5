"""What a worker may use for its next piece of work, where the platform has such limits."""

from __future__ import annotations


def limit(cpu_seconds: int, memory_bytes: int) -> None:
    """Limit this process's address space, and its processor time on top of what it has used; 0: no limit.

    Past the memory an allocation fails (MemoryError); past the time the process ends by SIGXCPU.
    """
    try:
        import resource
    except ImportError:  # Windows: the parent's wall clock is the limit
        return
    if memory_bytes:
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        wanted = memory_bytes if hard == resource.RLIM_INFINITY else min(memory_bytes, hard)
        resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
    if cpu_seconds:
        used = resource.getrusage(resource.RUSAGE_SELF)
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        soft = int(used.ru_utime + used.ru_stime) + 1 + cpu_seconds
        if hard != resource.RLIM_INFINITY:
            soft = min(soft, hard)
        resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


def out_of_memory(memory_bytes: int, setting: str) -> tuple[str, str]:
    """The reason of a job that met its limit, and what to do: `setting` is the variable that allows more."""
    reason = f"needed more than {memory_bytes // 1024**2} MB of memory"
    return reason, f"Split it, or allow more: {setting}."
