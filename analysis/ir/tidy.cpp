#include "analysis/ir/tidy.h"

#include "analysis/ir/operands.h"

#include <algorithm>

namespace beagle::ir {

namespace {

/// How far apart a value's computation and its store may be to be looked at.
constexpr std::uint32_t farthest = 1000;

class Tidier {
public:
  Tidier(Function& function, std::span<const SlotIndex> locals)
      : function_(function), isDead_(function.code.size()), isLocal_(function.slots), isPinned_(function.slots) {
    for (const SlotIndex local : locals) isLocal_[local] = 1;
    count();
  }

  std::vector<char> run() {
    for (BlockIndex block = 0; block < function_.blocks.size(); ++block) useSources(block);
    count();
    for (BlockIndex block = 0; block < function_.blocks.size(); ++block) computeInPlace(block);
    keepParametersInPlace();
    dropMarks();
    return std::move(isDead_);
  }

private:
  struct Use {
    std::uint32_t definitions = 0, reads = 0;
    std::uint32_t definedAt = none;             ///< index of the last definition
    BlockIndex definedIn = none, readIn = none; ///< the only block; `many` for several
  };
  static constexpr BlockIndex many = none - 1;

  struct Copy {
    SlotIndex source = none;
    std::uint32_t version = 0; ///< of the source when it was copied
    BlockIndex block = none;
    std::uint16_t extendedFrom = 0; ///< not 0: the source with so many bits, its sign extended
  };

  [[nodiscard]] std::span<Instruction> codeOf(BlockIndex block) {
    return std::span(function_.code).subspan(function_.blocks[block].first, function_.blocks[block].count);
  }

  void count() {
    uses_.assign(function_.slots, {});
    for (BlockIndex block = 0; block < function_.blocks.size(); ++block)
      for (std::uint32_t at = function_.blocks[block].first, end = at + function_.blocks[block].count; at < end; ++at)
        if (!isDead_[at]) count(block, at);
  }

  void count(BlockIndex block, std::uint32_t at) {
    Instruction& instruction = function_.code[at];
    auto read = [&](SlotIndex slot) {
      Use& use = uses_[slot];
      ++use.reads;
      use.readIn = use.readIn == none || use.readIn == block ? block : many;
    };
    forEachRead(function_, instruction, read, [&](SlotIndex first, std::uint32_t number) {
      for (SlotIndex slot = first; slot < first + number; ++slot) {
        isPinned_[slot] = 1;
        read(slot);
      }
    });
    forEachWrite(function_, instruction, [&](SlotIndex first, std::uint32_t number, bool isWhole) {
      for (SlotIndex slot = first; slot < first + number; ++slot) {
        if (number > 1 || !isWhole) isPinned_[slot] = 1;
        Use& use = uses_[slot];
        ++use.definitions;
        use.definedAt = at;
        use.definedIn = block;
      }
    });
  }

  [[nodiscard]] bool isParameter(SlotIndex slot) const {
    return std::ranges::any_of(function_.parameters,
                               [&](const Parameter& parameter) { return parameter.slot == slot; });
  }

  /// Written once, before every read, and by nothing but its number.
  [[nodiscard]] bool isValue(SlotIndex slot) const {
    return slot >= function_.constants.size() && uses_[slot].definitions == 1 && !isLocal_[slot] && !isPinned_[slot];
  }

  // --- reading through moves ---

  /// Within a block, a copy is as good as its source until the source is written.
  void useSources(BlockIndex block) {
    copies_.resize(function_.slots);
    versions_.resize(function_.slots);
    const std::uint32_t first = function_.blocks[block].first;
    for (std::uint32_t i = 0; i < function_.blocks[block].count; ++i) {
      Instruction& instruction = function_.code[first + i];
      forEachRead(
          function_, instruction,
          [&](SlotIndex& slot) {
            if (const Copy* copy = copyOf(slot, block); copy && copy->extendedFrom == 0) replace(slot, copy->source);
          },
          [](SlotIndex, std::uint32_t) {});
      simplifyAddress(instruction, block);
      forEachWrite(function_, instruction, [&](SlotIndex written, std::uint32_t number, bool) {
        for (SlotIndex slot = written; slot < written + number; ++slot) ++versions_[slot];
      });
      const bool isMove = instruction.op == Opcode::Move;
      const bool isExtension =
          instruction.op == Opcode::SignExtend && instruction.width == 64 && instruction.extra < 64;
      if ((isMove || isExtension) && isValue(instruction.d) && instruction.d != instruction.a)
        copies_[instruction.d] = {instruction.a, versions_[instruction.a], block,
                                  isMove ? std::uint16_t{0} : instruction.extra};
    }
    for (std::uint32_t i = function_.blocks[block].count; i-- > 0;) dropUnread(first + i);
  }

  [[nodiscard]] const Copy* copyOf(SlotIndex slot, BlockIndex block) const {
    const Copy& copy = copies_[slot];
    return copy.block == block && versions_[copy.source] == copy.version ? &copy : nullptr;
  }

  void replace(SlotIndex& slot, SlotIndex by) {
    --uses_[slot].reads;
    ++uses_[by].reads;
    slot = by;
  }

  /// Indices are extended by the address computation itself; constant distances in one direction are added
  /// up.
  void simplifyAddress(Instruction& instruction, BlockIndex block) {
    if (instruction.op == Opcode::PointerIndex && instruction.width == 64) {
      if (const Copy* copy = copyOf(instruction.b, block); copy && copy->extendedFrom != 0) {
        instruction.width = copy->extendedFrom;
        replace(instruction.b, copy->source);
      }
    }
    if (instruction.op != Opcode::PointerAdd || !isValue(instruction.a) || uses_[instruction.a].reads != 1 ||
        uses_[instruction.a].definedIn != block)
      return;
    const std::uint32_t at = uses_[instruction.a].definedAt;
    const Instruction& inner = function_.code[at];
    if (inner.op != Opcode::PointerAdd || inner.extra != instruction.extra ||
        !isUnwrittenSince(inner.a, at, instruction))
      return;
    const std::int64_t one = distanceOf(inner), other = distanceOf(instruction);
    std::int64_t sum = 0;
    if ((one < 0) != (other < 0) || __builtin_add_overflow(one, other, &sum)) return;
    replace(instruction.a, inner.a);
    instruction.b = static_cast<std::uint32_t>(static_cast<std::uint64_t>(sum));
    instruction.c = static_cast<std::uint32_t>(static_cast<std::uint64_t>(sum) >> 32U);
  }

  [[nodiscard]] static std::int64_t distanceOf(const Instruction& instruction) {
    return static_cast<std::int64_t>(std::uint64_t{instruction.c} << 32U | instruction.b);
  }

  [[nodiscard]] bool isUnwrittenSince(SlotIndex slot, std::uint32_t at, const Instruction& until) {
    for (const Instruction* one = &function_.code[at]; one != &until; ++one)
      if (writes(*one, slot)) return false;
    return true;
  }

  void dropUnread(std::uint32_t at) {
    const Instruction& instruction = function_.code[at];
    const bool isCopy =
        instruction.op == Opcode::Move || instruction.op == Opcode::SignExtend || instruction.op == Opcode::PointerAdd;
    if (!isCopy || !isValue(instruction.d) || uses_[instruction.d].reads > 0) return;
    if (instruction.op != Opcode::Move && uses_[instruction.d].readIn == none)
      return; // the source does not use it either
    isDead_[at] = 1;
    --uses_[instruction.a].reads;
  }

  // --- computing where the value goes ---

  void computeInPlace(BlockIndex block) {
    const Block& place = function_.blocks[block];
    for (std::uint32_t at = place.first; at < place.first + place.count; ++at)
      if (!isDead_[at] && function_.code[at].op == Opcode::Move) computeInPlace(block, at);
  }

  /// `t = op ...; local = t` becomes `local = op ...`, when nothing can tell.
  void computeInPlace(BlockIndex block, std::uint32_t at) {
    const SlotIndex local = function_.code[at].d, value = function_.code[at].a;
    if (local == value || isPinned_[local] || !isValue(value)) return;
    const Use& use = uses_[value];
    if (use.definedIn != block || use.readIn != block || use.definedAt > at || at - use.definedAt > farthest) return;
    const std::uint32_t start = use.definedAt;
    if (isParameter(value) || endsBlock(function_, function_.code[start])) return;
    std::uint32_t seen = 0;
    for (std::uint32_t i = start + 1; i <= at; ++i) {
      if (isDead_[i]) continue;
      if (i < at && (reads(function_.code[i], local) > 0 || writes(function_.code[i], local))) return;
      seen += reads(function_.code[i], value);
    }
    const std::uint32_t end = function_.blocks[block].first + function_.blocks[block].count;
    std::uint32_t last = at;
    while (seen < use.reads && ++last < end) {
      if (isDead_[last]) continue;
      seen += reads(function_.code[last], value);
      if (seen < use.reads && writes(function_.code[last], local)) return;
    }
    if (seen != use.reads) return;
    function_.code[start].d = local;
    isDead_[at] = 1;
    for (std::uint32_t i = start + 1; i <= last; ++i) rename(function_.code[i], value, local);
    uses_[local].reads += use.reads - 1;
    if (uses_[local].readIn != block) uses_[local].readIn = uses_[local].readIn == none ? block : many;
    if (uses_[local].definedAt == at) uses_[local].definedAt = start;
    uses_[value] = {};
  }

  [[nodiscard]] std::uint32_t reads(Instruction& instruction, SlotIndex slot) {
    std::uint32_t found = 0;
    forEachRead(
        function_, instruction, [&](SlotIndex read) { found += read == slot ? 1U : 0U; },
        [&](SlotIndex first, std::uint32_t number) { found += slot >= first && slot < first + number ? 1U : 0U; });
    return found;
  }

  [[nodiscard]] bool writes(const Instruction& instruction, SlotIndex slot) {
    bool found = false;
    forEachWrite(function_, instruction,
                 [&](SlotIndex first, std::uint32_t number, bool) { found |= slot >= first && slot < first + number; });
    return found;
  }

  void rename(Instruction& instruction, SlotIndex from, SlotIndex to) {
    forEachRead(
        function_, instruction,
        [&](SlotIndex& slot) {
          if (slot == from) slot = to;
        },
        [](SlotIndex, std::uint32_t) {});
  }

  // --- parameters ---

  /// A parameter that is only stored into its local is that local.
  void keepParametersInPlace() {
    std::vector<SlotIndex> owner(function_.slots, none); // of a local: the parameter
    std::vector<char> isUsed(function_.slots);
    const Block& entry = function_.blocks[0];
    bool isAny = false;
    for (std::uint32_t at = entry.first; at < entry.first + entry.count; ++at) {
      Instruction& instruction = function_.code[at];
      if (isDead_[at] || instruction.op == Opcode::MarkUninit) continue;
      if (instruction.op == Opcode::Move && isLocal_[instruction.d] && !isUsed[instruction.d] &&
          isParameter(instruction.a) && uses_[instruction.a].reads == 1 && uses_[instruction.a].definitions == 0) {
        owner[instruction.d] = instruction.a;
        isDead_[at] = 1;
        isAny = true;
        for (std::uint32_t before = entry.first; before < at; ++before)
          if (function_.code[before].op == Opcode::MarkUninit && function_.code[before].d == instruction.d)
            isDead_[before] = 1;
      }
      auto use = [&](SlotIndex slot) { isUsed[slot] = 1; };
      forEachRead(function_, instruction, use, [](SlotIndex, std::uint32_t) {});
      forEachWrite(function_, instruction, [&](SlotIndex first, std::uint32_t, bool) { use(first); });
    }
    if (!isAny) return;
    auto own = [&](SlotIndex& slot) {
      if (owner[slot] != none) slot = owner[slot];
    };
    for (Instruction& instruction : function_.code) {
      forEachRead(function_, instruction, own, [](SlotIndex, std::uint32_t) {});
      forEachWrite(function_, instruction, [&](SlotIndex& first, std::uint32_t, bool) { own(first); });
    }
  }

  // --- marks ---

  /// A mark of a slot that is written before any read has nobody to see it.
  void dropMarks() {
    std::vector<std::uint32_t> number(function_.slots, none);
    std::uint32_t marked = 0;
    for (std::uint32_t at = 0; at < function_.code.size(); ++at)
      if (const Instruction& mark = function_.code[at];
          !isDead_[at] && mark.op == Opcode::MarkUninit && number[mark.d] == none)
        number[mark.d] = marked++;
    if (marked == 0) return;
    using Set = std::vector<bool>;
    std::vector<Set> live(function_.blocks.size(), Set(marked)); // at the start of each block
    // Backwards through a block; `visit` sees each live instruction with what is read after it.
    auto walk = [&](BlockIndex block, auto&& visit) {
      Set now(marked);
      const Block& place = function_.blocks[block];
      forEachTarget(function_, function_.code[place.first + place.count - 1], [&](BlockIndex target) {
        for (std::uint32_t i = 0; i < marked; ++i)
          if (live[target][i]) now[i] = true;
      });
      for (std::uint32_t at = place.first + place.count; at-- > place.first;) {
        if (isDead_[at]) continue;
        Instruction& instruction = function_.code[at];
        visit(at, now);
        forEachWrite(function_, instruction, [&](SlotIndex first, std::uint32_t count, bool isWhole) {
          for (SlotIndex slot = first; slot < first + count && isWhole; ++slot)
            if (number[slot] != none) now[number[slot]] = false;
        });
        auto read = [&](SlotIndex slot) {
          if (number[slot] != none) now[number[slot]] = true;
        };
        forEachRead(function_, instruction, read, [&](SlotIndex first, std::uint32_t count) {
          for (SlotIndex slot = first; slot < first + count; ++slot) read(slot);
        });
      }
      return now;
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (BlockIndex block = static_cast<BlockIndex>(function_.blocks.size()); block-- > 0;) {
        Set now = walk(block, [](std::uint32_t, const Set&) {});
        if (now == live[block]) continue;
        live[block] = std::move(now);
        changed = true;
      }
    }
    for (BlockIndex block = 0; block < function_.blocks.size(); ++block)
      walk(block, [&](std::uint32_t at, const Set& now) {
        const Instruction& instruction = function_.code[at];
        if (instruction.op == Opcode::MarkUninit && !now[number[instruction.d]]) isDead_[at] = 1;
      });
  }

  Function& function_;
  std::vector<char> isDead_;
  std::vector<char> isLocal_, isPinned_;
  std::vector<Use> uses_;
  std::vector<Copy> copies_;
  std::vector<std::uint32_t> versions_;
};

} // namespace

void tidy(Function& function, std::span<const SlotIndex> locals) {
  const std::vector<char> isDead = Tidier(function, locals).run();
  compact(function, isDead);
}

} // namespace beagle::ir
