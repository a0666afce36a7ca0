#!/usr/bin/env python3
"""Plants small faults in the engine, one at a time, and looks which oracle catches each after how many programs.

    plant.py --tree FOLDER [--only NAME]... [--count N] [--jobs N] [--table FILE]
    plant.py --check                             every anchor stands exactly once in its source

FOLDER becomes a copy of the sources with a build of its own, and is kept: the next run builds only what differs.
Each fault is one replacement in one source. The oracles, in this order: the cases in files, then generated programs
(exhaustive, with all orders), then generated pairs, until one reports a mismatch. Faults of the comparison are looked
for with pairs only.
"""

import argparse
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# name, source, anchor (once in the source), replacement
FAULTS = [
    ("rule-sub-sum-keeps-sign", "analysis/logic/simplify_arithmetic.cpp",
     "if (at(b, 0) == a) return fire(Rule::SubSum, m_.unary(Op::Neg, at(b, 1)));",
     "if (at(b, 0) == a) return fire(Rule::SubSum, at(b, 1));"),
    ("rule-less-constant-off-by-one", "analysis/logic/simplify_compare.cpp",
     "m_.binary(loose(op), a, bitsConstant(value - one))", "m_.binary(loose(op), a, bitsConstant(value))"),
    ("rule-less-extended-unsigned", "analysis/logic/simplify_compare.cpp",
     "const Op narrow = form == Op::ZeroExtend ? unsignedOf(op) : op;", "const Op narrow = unsignedOf(op);"),
    ("rule-select-past-any-store", "analysis/logic/simplify_array.cpp",
     "if (!m_.isFalse(same)) break;", ""),
    ("rule-concat-extract-shifted", "analysis/logic/simplify_pieces.cpp",
     "if (low >= n) return fire(Rule::ExtractConcatHigh, m_.extract(upper, high - n, low - n));",
     "if (low > n) return fire(Rule::ExtractConcatHigh, m_.extract(upper, high - n, low - n));\n"
     "    if (low == n) return fire(Rule::ExtractConcatHigh, m_.extract(upper, width(upper) - 1, width(upper) - 1 - high + n));"),
    ("rule-mul-power-of-two-shift", "analysis/logic/simplify_arithmetic.cpp",
     "m_.constant(width(a), value.trailingZeros())", "m_.constant(width(a), value.trailingZeros() + (value.trailingZeros() > 4 ? 1 : 0))"),
    ("known-bits-carry", "analysis/logic/known_bits.cpp",
     "if (a.unsignedMax <= mask - b.unsignedMax) {", "if (true) {"),
    ("solver-constants-swapped-bound", "analysis/solver/constants.cpp",
     "return decided(a.unsignedMax <= b.unsignedMin, a.unsignedMin > b.unsignedMax);",
     "return decided(a.unsignedMax <= b.unsignedMin, a.unsignedMax > b.unsignedMax);"),
    ("solver-equality-forgets-negation", "analysis/solver/equalities.cpp",
     "set(terms_.operand(constraint, 0), terms_.truth(false));", "set(terms_.operand(constraint, 0), terms_.truth(true));"),
    ("solver-stale-core", "analysis/solver/remembered.cpp",
     "if (std::ranges::includes(query, core)) return &core;", "if (core.size() < 3 || std::ranges::includes(query, core)) return &core;"),
    ("solver-parts-not-joined", "analysis/solver/independent_parts.cpp",
     "for (const std::uint32_t variable : support) unite(nodeOf(support.front()), nodeOf(variable));",
     "for (const std::uint32_t variable : support) (void)nodeOf(variable);"),
    ("solver-model-not-checked", "analysis/solver/recent_models.cpp",
     "if (!check_.satisfies(**at, constraints)) continue;",
     "if (!check_.satisfies(**at, {constraints.data(), constraints.size() - (constraints.size() > 2 ? 1 : 0)})) continue;"),
    ("path-drops-constraint", "analysis/explore/explorer.cpp",
     "if (candidate.model) run.state.path.add(side, *candidate.model);",
     "if (candidate.node->depth % 4 == 3) {}\n    else if (candidate.model) run.state.path.add(side, *candidate.model);"),
    ("explorer-unsolved-is-infeasible", "analysis/explore/explorer.cpp",
     "if (i == own) continue;", "if (i == own || i > 4) continue;"),
    ("order-forgets-a-side", "analysis/explore/frontier.cpp",
     "ranked_.emplace(", "if (pushed_ % 16 != 15) ranked_.emplace("),
    ("sign-extension-is-zero-extension", "analysis/exec/integer.cpp",
     "isSigned ? terms.signExtend(x, i.width) : terms.zeroExtend(x, i.width)",
     "isSigned && i.width < 64 ? terms.signExtend(x, i.width) : terms.zeroExtend(x, i.width)"),
    ("signed-comparison-is-unsigned", "analysis/exec/integer.cpp",
     "case Opcode::SLess: return Op::SLess;", "case Opcode::SLess: return Op::ULess;"),
    ("shift-amount-mask", "analysis/exec/integer.cpp",
     "machine.noteFault(ValueFault::OversizedShift, terms.logicalNot(fits));", ""),
    ("smallest-by-minus-one", "analysis/exec/integer.cpp",
     "if (*overflow) return machine.end", "if (*overflow && i.width == 64) return machine.end"),
    ("subtraction-overflow", "analysis/exec/integer.cpp",
     "case Opcode::Sub: return negative(terms.binary(Op::BitAnd, differ(a, b), differ(a, result)));",
     "case Opcode::Sub: return negative(terms.binary(Op::BitAnd, differ(a, b), differ(b, result)));"),
    ("saturation-limit", "analysis/exec/bits.cpp",
     "limit = terms.ite(isNegative, terms.constant(smallest), terms.constant(~smallest));",
     "limit = terms.ite(isNegative, terms.constant(~smallest), terms.constant(smallest));"),
    ("funnel-amount-not-reduced", "analysis/exec/bits.cpp",
     "terms.binary(Op::URem, machine.bitsTerm(amount, i.width), terms.constant(i.width, i.width));",
     "machine.bitsTerm(amount, i.width);"),
    ("zeros-counted-wrongly", "analysis/exec/bits.cpp",
     "count = terms.ite(isOne, terms.constant(width, k), count);",
     "count = terms.ite(isOne, terms.constant(width, k + (k > 8 ? 1 : 0)), count);"),
    ("bounds-off-by-one", "analysis/exec/places.cpp",
     "terms.binary(Op::ULessEqual, offset, terms.binary(Op::Sub, limit, count))",
     "terms.binary(Op::ULessEqual, offset, limit)"),
    ("use-after-free-missed", "analysis/exec/places.cpp",
     "if (!target.isAlive)\n", "if (!target.isAlive && target.kind != ObjectKind::Heap)\n"),
    ("uninitialised-use-missed", "analysis/exec/machine_values.cpp",
     "if (!value.isDefined()) return noteFault(ValueFault::UninitialisedUse, terms.truth(true));",
     "if (!value.isDefined()) return;"),
    ("double-free-missed", "analysis/exec/models_allocation.cpp",
     "return machine.memoryError(MemoryFault::DoubleFree, pointer.object());", "return machine.memoryError(MemoryFault::BadFree, pointer.object());"),
    ("cow-copy-forgotten", "analysis/exec/ref.h",
     "if (target_->references_ > 1) *this = Ref(new T(*target_));", "if (target_->references_ > 2) *this = Ref(new T(*target_));"),
    ("cell-cut-in-the-wrong-order", "analysis/exec/contents.cpp",
     "const auto low = static_cast<std::uint32_t>((i - cell.start) * 8);",
     "const auto low = static_cast<std::uint32_t>((cell.start + cell.size() - 1 - i) * 8);"),
    ("lost-write-through-symbolic-index", "analysis/exec/access.cpp",
     "array = terms.store(array, element->index, bits);", "if (bytes != 2) array = terms.store(array, element->index, bits);"),
    ("view-is-stale", "analysis/exec/contents.cpp",
     "void Contents::clear(ByteContext& context, std::uint64_t offset, std::uint64_t count) {\n  view_.term = Term();",
     "void Contents::clear(ByteContext& context, std::uint64_t offset, std::uint64_t count) {"),
    ("conditional-copy-one-too-many", "analysis/exec/blocks.cpp",
     "terms.ite(terms.binary(Op::ULess, terms.constant(64, k), length), value, byte(k))",
     "terms.ite(terms.binary(Op::ULessEqual, terms.constant(64, k), length), value, byte(k))"),
    ("index-without-sign", "analysis/exec/pointer.cpp",
     "terms.resize(machine.bitsTerm(plain, width), 64, true)",
     "terms.resize(terms.extract(machine.bitsTerm(plain, width), 30, 0), 64, false)"),
    ("switch-default-too-wide", "analysis/exec/control.cpp",
     "alternatives.back() = terms.logicalAnd(alternatives.back(), terms.logicalNot(hit));",
     "if (k > 0) alternatives.back() = terms.logicalAnd(alternatives.back(), terms.logicalNot(hit));"),
    ("variadic-second-register", "analysis/exec/variadic.cpp",
     "const std::uint64_t offset = wanted.integers > 0 ? used.integers : used.floats;",
     "const std::uint64_t offset = wanted.integers > 0 ? used.integers + (used.integers == 16 ? 8 : 0) : used.floats;"),
    ("phi-takes-the-first-edge", "analysis/ir/decode_control.cpp",
     "slotsOf(*phi.getIncomingValueForBlock(&from))", "slotsOf(*phi.getIncomingValue(from.empty() ? 1U : 0U))"),
    ("truncation-keeps-a-bit", "analysis/exec/loop.cpp",
     "slots_[i.d] = Value::concrete(from.bits & mask(i.width));", "slots_[i.d] = Value::concrete(from.bits & mask(i.width == 8 ? 9 : i.width));"),
    ("promotion-of-parts-that-overlap", "analysis/ir/locals.cpp",
     "parts[i - 1].offset + layout_.getTypeStoreSize(parts[i - 1].type).getFixedValue() > parts[i].offset",
     "parts[i - 1].offset == parts[i].offset"),
    ("promotion-initialises", "analysis/ir/decode_memory.cpp",
     "emit(Opcode::MarkUninit, scalarOf((*parts)[i].type)->width, first + static_cast<SlotIndex>(i));", "(void)first;"),
    ("comparison-of-numbers-that-are-known", "analysis/compare/memory_shape.cpp",
     "return terms_.truth(base.bits == head.bits);", "return terms_.truth(true);"),
    ("comparison-of-undefined-values", "analysis/compare/relation.cpp",
     "if (relation.counts(fault.fault) && !known.contains(fault.condition.id()))",
     "if (relation.counts(fault.fault) && known.contains(fault.condition.id()))"),
    ("comparison-of-lengths-of-texts", "analysis/compare/relation.cpp",
     "result = terms.logicalAnd(result, terms.equal(base[i], head[i]));", "(void)result;"),
    ("comparison-of-other-inputs", "analysis/compare/entry_comparison.cpp", "start.path = firstEnd.path;", ""),
    ("comparison-without-globals", "analysis/exec/touched.cpp",
     "if (globals[i].isConstant || isInnerMatter(globals[i]) || !state.memory.exists(id) ||",
     "if (globals[i].isConstant || globals[i].size <= 8 || isInnerMatter(globals[i]) || !state.memory.exists(id) ||"),
    ("comparison-gives-up-as-equal", "analysis/compare/entry_comparison.cpp",
     "if (!any.witness) return !addLeak(pair, shown);", "if (!any.witness || result_.pairs % 5 == 4) return !addLeak(pair, shown);"),
]

OPTIONS = ["--orders", "3", "--stop", "--batch", "25", "--time", "5000"]


def anchored(text, anchor):
    """How often the anchor stands there, whatever the layout: any white space matches any."""
    pattern = r"\s+".join(re.escape(word) for word in anchor.split())
    return re.findall(pattern, text), pattern


def planted(text, anchor, replacement):
    found, pattern = anchored(text, anchor)
    if len(found) != 1:
        raise SystemExit(f"the anchor stands {len(found)} times: {anchor}")
    return re.sub(pattern, lambda _: replacement, text)


def check():
    bad = 0
    for name, source, anchor, _ in FAULTS:
        count = len(anchored((ROOT / source).read_text(), anchor)[0])
        if count != 1:
            print(f"{name}: {source} has its anchor {count} times")
            bad += 1
    print(f"{len(FAULTS)} faults, {bad} without a place")
    return 1 if bad else 0


def build(tree, jobs):
    done = subprocess.run(["cmake", "--build", str(tree / "build"), "--target", "oracle", "-j", str(jobs)],
                          capture_output=True, text=True)
    return done.returncode == 0, done.stdout[-2000:]


def prepare(tree, jobs):
    folders = [path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith((".", "build"))]
    for folder in folders:
        shutil.copytree(ROOT / folder, tree / folder, dirs_exist_ok=True, copy_function=copy_if_changed)
    copy_if_changed(ROOT / "CMakeLists.txt", tree / "CMakeLists.txt")
    if not (tree / "build/build.ninja").exists():
        subprocess.run(["cmake", "-G", "Ninja", "-S", str(tree), "-B", str(tree / "build")], check=True, capture_output=True)
    built, text = build(tree, jobs)
    if not built:
        raise SystemExit(f"the copy does not build:\n{text}")


def copy_if_changed(source, target):
    """Unchanged files keep their time, so nothing is built again for them."""
    source, target = Path(source), Path(target)
    if not target.exists() or target.read_bytes() != source.read_bytes():
        shutil.copyfile(source, target)
        shutil.copymode(source, target)
    return target


def run_oracles(tree, count, source=""):
    """Which oracle catches it, after how many programs; nothing when none does."""
    oracle = tree / "build/bin/oracle"
    cases = sorted(str(path) for path in (tree / "test/oracle/cases").glob("*.c"))
    oracles = [("cases", cases), ("generated", ["--count", str(count), *OPTIONS]),
               ("pairs", ["--compare", "--count", str(count // 4), *OPTIONS])]
    if source.startswith(("analysis/compare", "analysis/exec/outcome")):
        oracles = oracles[2:]
    for name, words in oracles:
        done = subprocess.run([str(oracle), *words], capture_output=True, text=True, errors="replace")
        programs = re.search(r"^(\d+) (?:programs|pairs)", done.stdout, re.M)
        number = int(programs.group(1)) if programs else 0
        if done.returncode < 0 or "MISMATCH" in done.stdout:
            text = done.stdout.split("MISMATCH", 1)[1].split("\n", 1)[0] if "MISMATCH" in done.stdout else f"signal {-done.returncode}"
            return name, number, text.split(": ", 1)[-1].strip()
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--tree", type=Path)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--count", type=int, default=1200)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--table", type=Path)
    arguments = parser.parse_args()
    if arguments.check:
        return check()
    if not arguments.tree:
        parser.error("--tree names a folder for the copy")
    tree = arguments.tree.resolve()
    prepare(tree, arguments.jobs)
    if run_oracles(tree, 25):
        raise SystemExit("the oracles find something without a fault")
    rows, missed = [], 0
    for name, source, anchor, replacement in FAULTS:
        if arguments.only and name not in arguments.only:
            continue
        path = tree / source
        original = path.read_text()
        began = time.monotonic()
        path.write_text(planted(original, anchor, replacement))
        try:
            built, text = build(tree, arguments.jobs)
            if not built:
                raise SystemExit(f"{name} does not build:\n{text}")
            caught = run_oracles(tree, arguments.count, source)
        finally:
            path.write_text(original)
        missed += caught is None
        row = f"| {name} | `{source}` | " + (f"{caught[0]} | {caught[1]} | {caught[2]} |" if caught else "**not caught** | | |")
        rows.append(row)
        print(row, f"({time.monotonic() - began:.0f} s)", flush=True)
    table = "| fault | in | caught by | programs | as |\n|---|---|---|---|---|\n" + "\n".join(rows) + "\n"
    if arguments.table:
        arguments.table.write_text(table)
    print(f"{len(rows)} faults, {missed} not caught")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
