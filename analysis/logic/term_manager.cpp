#include "analysis/logic/term_manager.h"

#include "analysis/logic/float_value.h"
#include "analysis/logic/fold.h"
#include "analysis/logic/hash.h"
#include "analysis/logic/known_bits.h"
#include "analysis/logic/support.h"

#include <algorithm>
#include <cassert>

namespace beagle::logic {

namespace {

/// The operators whose `mode` is a rounding mode.
bool hasRoundingMode(Op op) {
  switch (op) {
  case Op::FpAdd:
  case Op::FpSub:
  case Op::FpMul:
  case Op::FpDiv:
  case Op::FpFma:
  case Op::FpSqrt:
  case Op::FpRound:
  case Op::FpFromFloat:
  case Op::FpFromSigned:
  case Op::FpFromUnsigned:
  case Op::FpToSigned:
  case Op::FpToUnsigned: return true;
  default: return false;
  }
}

std::uint64_t hashSort(Sort sort) {
  return static_cast<std::uint64_t>(sort.kind) << 40 | static_cast<std::uint64_t>(sort.index) << 32 | sort.width;
}

Term half(std::uint64_t value, unsigned which) {
  return Term(static_cast<std::uint32_t>(which == 0 ? value : value >> 32));
}

} // namespace

TermManager::TermManager()
    : table_(1 << 12), support_(std::make_unique<SupportSets>()), known_(std::make_unique<KnownBitsTable>()) {
  chunks_.push_back(std::make_unique<Node[]>(chunkSize)); // id 0 stands for "no term"
  false_ = constantOf(Sort::boolean(), BitVector(1, 0));
  true_ = constantOf(Sort::boolean(), BitVector(1, 1));
}

TermManager::~TermManager() = default;

EvaluationSlots TermManager::takeSlots() {
  if (spareSlots_.empty()) return {};
  EvaluationSlots slots = std::move(spareSlots_.back());
  spareSlots_.pop_back();
  return slots;
}

void TermManager::keepSlots(EvaluationSlots slots) {
  constexpr std::size_t most = 2;
  if (spareSlots_.size() < most) spareSlots_.push_back(std::move(slots));
}

// --- hash-consing --------------------------------------------------------------------------------

void TermManager::growTable() {
  std::vector<TableSlot> larger(table_.size() * 2);
  const std::size_t mask = larger.size() - 1;
  for (std::uint32_t id = 1; id <= count_; ++id) {
    const std::uint64_t hash = node(Term(id)).hash;
    std::size_t i = (hash >> 32) & mask;
    while (larger[i].id != 0) i = (i + 1) & mask;
    larger[i] = {id, static_cast<std::uint32_t>(hash)};
  }
  table_ = std::move(larger);
}

template <class Same, class Own> Term TermManager::intern(Node& candidate, Same same, Own own) {
  if ((count_ + 1) * std::size_t{2} > table_.size()) growTable();
  const std::size_t mask = table_.size() - 1;
  const auto tag = static_cast<std::uint32_t>(candidate.hash);
  std::size_t i = (candidate.hash >> 32) & mask;
  for (; table_[i].id != 0; i = (i + 1) & mask) {
    if (table_[i].tag != tag) continue;
    const Node& old = node(Term(table_[i].id));
    if (old.hash == candidate.hash && old.op == candidate.op && old.sort == candidate.sort &&
        old.mode == candidate.mode && same(old))
      return Term(table_[i].id);
  }
  own(candidate);
  const std::uint32_t id = ++count_;
  if ((id & (chunkSize - 1)) == 0) chunks_.push_back(std::make_unique_for_overwrite<Node[]>(chunkSize));
  chunks_[id >> chunkShift][id & (chunkSize - 1)] = candidate;
  table_[i] = {id, tag};
  return Term(id);
}

Term TermManager::intern(Node& candidate) {
  return intern(candidate, [&](const Node& old) { return old.part == candidate.part; }, [](Node&) {});
}

Term TermManager::make(Op op, Sort sort, std::span<const Term> operands, std::uint32_t parameter0,
                       std::uint32_t parameter1) {
  Node candidate;
  candidate.op = op;
  candidate.sort = sort;
  candidate.count = static_cast<std::uint8_t>(operands.size());
  std::uint64_t hash = mixHash(static_cast<std::uint64_t>(op), hashSort(sort));
  for (std::size_t i = 0; i < operands.size(); ++i) {
    candidate.part[i] = operands[i];
    hash = mixHash(hash, node(operands[i]).hash);
  }
  if (op == Op::Extract) {
    candidate.part[1] = Term(parameter0);
    candidate.part[2] = Term(parameter1);
    hash = mixHash(hash, parameter1);
  } else if (hasRoundingMode(op)) {
    candidate.mode = static_cast<std::uint8_t>(parameter0);
    hash = mixHash(hash, parameter0);
  }
  candidate.hash = hash;
  return intern(candidate);
}

Term TermManager::makeApply(FunctionId function, std::span<const Term> arguments) {
  Node candidate;
  candidate.op = Op::Apply;
  candidate.sort = functions_[function].result;
  candidate.part[0] = Term(function);
  std::uint64_t hash = mixHash(hashText(functions_[function].name), hashSort(candidate.sort));
  for (const Term argument : arguments) hash = mixHash(hash, node(argument).hash);
  candidate.hash = mixHash(hash, static_cast<std::uint64_t>(Op::Apply));
  return intern(
      candidate,
      [&](const Node& old) {
        return old.part[0] == candidate.part[0] && std::ranges::equal(applied_[old.part[1].id()], arguments);
      },
      [&](Node& fresh) {
        fresh.part[1] = Term(static_cast<std::uint32_t>(applied_.size()));
        applied_.emplace_back(arguments.begin(), arguments.end());
      });
}

// --- leaves --------------------------------------------------------------------------------------

Term TermManager::constantOf(Sort sort, const BitVector& value) {
  Node candidate;
  candidate.sort = sort;
  candidate.hash = mixHash(mixHash(value.hash(), hashSort(sort)), 1);
  if (sort.width <= 64) {
    candidate.part[0] = half(value.low64(), 0);
    candidate.part[1] = half(value.low64(), 1);
    return intern(candidate);
  }
  candidate.mode = 1;
  return intern(
      candidate, [&](const Node& old) { return wide_[old.part[0].id()] == value; },
      [&](Node& fresh) {
        fresh.part[0] = Term(static_cast<std::uint32_t>(wide_.size()));
        wide_.push_back(value);
      });
}

Term TermManager::constant(std::uint32_t width, std::uint64_t value) {
  return constantOf(Sort::bits(width), BitVector(width, value));
}

Term TermManager::constant(const BitVector& value) { return constantOf(Sort::bits(value.width()), value); }

Term TermManager::floatConstant(FloatFormat format, const BitVector& bits) {
  return constantOf(Sort::floating(format), canonicalFloat(format, bits));
}

Term TermManager::variable(std::string_view name, Sort sort) {
  const auto [place, isNew] = variableByName_.try_emplace(std::string(name));
  if (!isNew) {
    assert(this->sort(place->second) == sort && "a variable's name has one sort");
    return place->second;
  }
  Node candidate;
  candidate.op = Op::Variable;
  candidate.sort = sort;
  candidate.part[0] = Term(static_cast<std::uint32_t>(variables_.size()));
  candidate.hash = mixHash(mixHash(hashText(name), hashSort(sort)), static_cast<std::uint64_t>(Op::Variable));
  place->second = intern(candidate);
  variables_.push_back(place->second);
  names_.push_back(&place->first);
  return place->second;
}

std::optional<Sort> TermManager::sortOfVariable(std::string_view name) const {
  const auto found = variableByName_.find(std::string(name));
  return found == variableByName_.end() ? std::nullopt : std::optional(sort(found->second));
}

FunctionId TermManager::function(std::string_view name, std::span<const Sort> arguments, Sort result) {
  const auto [place, isNew] = functionByName_.try_emplace(std::string(name));
  if (!isNew) {
    const FunctionSymbol& old = functions_[place->second];
    assert(old.result == result && std::ranges::equal(old.arguments, arguments) && "a function has one signature");
    static_cast<void>(old);
    return place->second;
  }
  place->second = static_cast<FunctionId>(functions_.size());
  functions_.push_back({place->first, {arguments.begin(), arguments.end()}, result});
  functionNumbers_.push_back(static_cast<std::uint32_t>(variables_.size()));
  variables_.emplace_back();
  names_.push_back(&place->first);
  return place->second;
}

Term TermManager::table(std::uint32_t indexWidth, std::uint32_t elementWidth, std::span<const std::uint64_t> elements) {
  std::vector<std::uint64_t> kept(elements.begin(), elements.end());
  if (indexWidth < 32 && kept.size() > std::size_t{1} << indexWidth) kept.resize(std::size_t{1} << indexWidth);
  for (std::uint64_t& element : kept) element &= lowMask(elementWidth);
  while (!kept.empty() && kept.back() == 0) kept.pop_back(); // zeros follow anyway
  Node candidate;
  candidate.op = Op::Table;
  candidate.sort = Sort::array(indexWidth, elementWidth);
  std::uint64_t hash = mixHash(static_cast<std::uint64_t>(Op::Table), hashSort(candidate.sort));
  for (const std::uint64_t element : kept) hash = mixHash(hash, element);
  candidate.hash = hash;
  return intern(
      candidate, [&](const Node& old) { return tables_[old.part[0].id()] == kept; },
      [&](Node& fresh) {
        fresh.part[0] = Term(static_cast<std::uint32_t>(tables_.size()));
        tables_.push_back(std::move(kept));
      });
}

// --- looking -------------------------------------------------------------------------------------

std::uint32_t TermManager::parameter(Term term, std::size_t i) const {
  const Node& n = node(term);
  if (n.op == Op::Extract) return n.part[i + 1].id();
  if (n.op == Op::Apply && i == 0) return n.part[0].id();
  return hasRoundingMode(n.op) && i == 0 ? n.mode : 0;
}

BitVector TermManager::bits(Term constant) const {
  const Node& n = node(constant);
  return n.mode == 1 ? wide_[n.part[0].id()] : BitVector(n.sort.width, bits64(constant));
}

std::string_view TermManager::name(Term variable) const { return *names_[variableNumber(variable)]; }

std::uint32_t TermManager::variableNumber(Term variable) const { return node(variable).part[0].id(); }

std::span<const std::uint64_t> TermManager::tableElements(Term table) const {
  return tables_[node(table).part[0].id()];
}

std::span<const std::uint32_t> TermManager::support(Term term) { return support_->of(*this, term); }

KnownBits TermManager::knownBits(Term term) { return known_->of(*this, term); }

std::size_t TermManager::bytes() const {
  std::size_t sum = sizeof(*this) + chunks_.size() * (chunkSize * sizeof(Node) + sizeof(void*)) +
                    table_.capacity() * sizeof(TableSlot) + wide_.size() * sizeof(BitVector) +
                    tables_.size() * sizeof(std::vector<std::uint64_t>) + applied_.size() * sizeof(std::vector<Term>) +
                    variables_.capacity() * sizeof(Term) + names_.capacity() * sizeof(void*) +
                    functions_.capacity() * sizeof(FunctionSymbol) +
                    functionNumbers_.capacity() * sizeof(std::uint32_t);
  for (const BitVector& value : wide_)
    if (value.width() > 128) sum += value.wordCount() * sizeof(std::uint64_t);
  for (const auto& elements : tables_) sum += elements.capacity() * sizeof(std::uint64_t);
  for (const auto& arguments : applied_) sum += arguments.capacity() * sizeof(Term);
  // A node of the maps by name: the pair, the pointer to the next one, the hash; and the long names
  // themselves.
  constexpr std::size_t mapNode = sizeof(std::pair<const std::string, Term>) + 2 * sizeof(void*);
  for (const std::string* name : names_) sum += mapNode + (name->size() > 15 ? name->capacity() + 1 : 0);
  sum += (variableByName_.bucket_count() + functionByName_.bucket_count()) * sizeof(void*);
  for (const FunctionSymbol& f : functions_)
    sum += f.arguments.capacity() * sizeof(Sort) + (f.name.size() > 15 ? f.name.capacity() + 1 : 0);
  return sum + support_->bytes() + known_->bytes();
}

std::optional<FunctionId> TermManager::functionAt(std::uint32_t number) const {
  const auto found = std::ranges::lower_bound(functionNumbers_, number); // ascending, as functions are numbered
  if (found == functionNumbers_.end() || *found != number) return std::nullopt;
  return static_cast<FunctionId>(found - functionNumbers_.begin());
}

} // namespace beagle::logic
