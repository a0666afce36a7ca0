"""Which sources are Beagle's own: others are programs that it analyses, or that tests run beside it."""

PROGRAMS = ("config/demo/", "analysis/exec/runtime/", "test/exec/", "test/oracle/prelude/", "test/oracle/cases/", "test/bench/explore/",
            "test/ir/decode/")


def is_ours(relative):
    """`relative`: the file's path below the root, with slashes. Tests in C++ beside such programs are ours."""
    if relative.endswith((".cpp", ".cc")) and not relative.startswith(("config/demo/", "test/ir/decode/", "test/exec/programs/", "test/exec/replay/")):
        return True
    return not relative.startswith(PROGRAMS)
