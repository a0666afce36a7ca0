"""Which sources are Beagle's own: others are programs that it analyses, or that tests run beside it."""

PROGRAMS = ("config/demo/", "analysis/exec/runtime/", "analysis/testgen/runner/", "test/exec/", "test/oracle/prelude/",
            "test/oracle/cases/", "test/bench/explore/", "test/ir/decode/")
# Of these, the ones whose C++ is no code of ours either; elsewhere it is a test of ours.
FOREIGN_CXX = ("config/demo/", "analysis/testgen/runner/", "test/ir/decode/", "test/exec/programs/", "test/exec/replay/")


def is_ours(relative):
    """`relative`: the file's path below the root, with slashes."""
    if relative.endswith((".cpp", ".cc")):
        return not relative.startswith(FOREIGN_CXX)
    return not relative.startswith(PROGRAMS)
