#include "analysis/solver/z3_translate.h"

#include "analysis/solver/spelt_read.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

namespace beagle::solver {

using logic::Op;
using logic::Sort;
using logic::Term;

namespace {

/// Of one array. Z3's theory of arrays heeds no limit while it looks at more.
constexpr std::uint32_t mostStores = 32'768;

/// No array, float or function by itself.
bool isAboutBits(const logic::TermManager& terms, Term term, bool isWithoutArrays) {
  const Sort sort = terms.sort(term);
  if (sort.isArray() || sort.isFloat() || terms.op(term) == Op::Apply) return false;
  return terms.op(term) != Op::Select || isWithoutArrays;
}

/// In tenths of a second, as measured.
std::uint32_t floatWorkOf(const logic::TermManager& terms, Term term) {
  constexpr std::uint32_t exponentOfSingle = 8;
  const Op op = terms.op(term);
  if (op < Op::FpAdd || op > Op::FpSqrt) return 0;
  const std::uint32_t exponent = logic::shapeOf(terms.sort(term).format()).exponent;
  const auto isConstant = [&](std::size_t i) { return terms.isConstant(terms.operand(term, i)); };
  if (op == Op::FpRem && exponent >= exponentOfSingle) return isConstant(1) ? 10 : 300;
  if (exponent <= exponentOfSingle) return 0;
  // Of the significand, without its leading bit, nothing is left.
  const auto isPowerOfTwo = [&](std::size_t i) {
    return isConstant(i) && terms.bits(terms.operand(term, i)).trailingZeros() >= 52;
  };
  switch (op) {
  case Op::FpDiv: return isPowerOfTwo(1) ? 4 : isConstant(1) ? 130 : 17;
  case Op::FpSqrt: return 25;
  case Op::FpMul: return isConstant(0) || isConstant(1) ? 2 : 6;
  case Op::FpFma: return 6;
  default: return 1;
  }
}

} // namespace

void Z3Translator::clear() {
  for (const auto& [id, entry] : memo_) Z3_dec_ref(context_.raw(), entry.ast);
  for (const auto& declarations : {variables_, functions_})
    for (const auto& [id, declaration] : declarations)
      Z3_dec_ref(context_.raw(), Z3_func_decl_to_ast(context_.raw(), declaration));
  memo_.clear();
  variables_.clear();
  functions_.clear();
  approximated_ = false;
  choices_ = 0;
}

Z3_func_decl Z3Translator::keep(Z3_func_decl declaration) const {
  if (declaration) Z3_inc_ref(context_.raw(), Z3_func_decl_to_ast(context_.raw(), declaration));
  return declaration;
}

Z3_func_decl Z3Translator::variable(Term variable) const {
  const auto found = variables_.find(variable.id());
  return found == variables_.end() ? nullptr : found->second;
}

Z3_func_decl Z3Translator::function(logic::FunctionId id) const {
  const auto found = functions_.find(id);
  return found == functions_.end() ? nullptr : found->second;
}

/// Whether operands of `term` had to be put on the stack first.
bool Z3Translator::pushMissing(Term term, std::vector<Term>& stack) const {
  const std::size_t before = stack.size();
  std::vector<Term> needed;
  dependenciesOf(terms_, term, speltRead(terms_, term), needed);
  // Last to first: the first operand is translated first, so the order of Z3's ASTs follows the structure.
  for (std::size_t i = needed.size(); i-- > 0;)
    if (!memo_.contains(needed[i].id())) stack.push_back(needed[i]);
  return stack.size() != before;
}

std::expected<Z3_ast, std::string> Z3Translator::translate(Term root) {
  const auto known = memo_.find(root.id());
  if (known != memo_.end()) return known->second.ast;
  const std::size_t most = choices_ + mostChoices_;
  std::vector<Term> stack{root}, needed;
  while (!stack.empty()) {
    const Term term = stack.back();
    if (memo_.contains(term.id())) {
      stack.pop_back();
      continue;
    }
    if (pushMissing(term, stack)) continue;
    stack.pop_back();
    const Z3Ast built = build(term);
    if (!built || context_.failed()) return std::unexpected("Z3: " + context_.error());
    if (cancel_.cancelled()) return std::unexpected("cancelled");
    if (choices_ > most) return std::unexpected("too many reads of long arrays");
    const auto read = speltRead(terms_, term);
    const bool isWithoutArrays = read && terms_.op(read->base) != Op::Variable;
    Entry entry{built.raw(), 0, isAboutBits(terms_, term, isWithoutArrays)};
    dependenciesOf(terms_, term, read, needed);
    entry.computesFloats = floatWorkOf(terms_, term) > 0;
    const std::uint32_t levels = read ? read->levels() : 1;
    for (const Term each : needed) {
      const Entry& operand = memo_.at(each.id());
      entry.bitsOnly = entry.bitsOnly && operand.bitsOnly;
      entry.computesFloats = entry.computesFloats || operand.computesFloats;
      entry.depth = std::max(entry.depth, operand.depth + levels);
    }
    if (terms_.op(term) == Op::Store) entry.stores = memo_.at(terms_.operand(term, 0).id()).stores + 1;
    if (entry.stores > mostStores) return std::unexpected("too many writes to an array");
    Z3_inc_ref(context_.raw(), built.raw());
    memo_.emplace(term.id(), entry);
  }
  return memo_.at(root.id()).ast;
}

std::uint32_t Z3Translator::floatWork(std::span<const Term> translated) const {
  std::uint32_t work = 0;
  std::vector<Term> waiting(translated.begin(), translated.end());
  std::unordered_set<Term> seen;
  while (!waiting.empty()) {
    const Term term = waiting.back();
    waiting.pop_back();
    const auto known = memo_.find(term.id());
    if (known == memo_.end() || !known->second.computesFloats || !seen.insert(term).second) continue;
    work += floatWorkOf(terms_, term);
    for (const Term operand : terms_.operands(term)) waiting.push_back(operand);
  }
  return work;
}

Z3Ast Z3Translator::number(const logic::BitVector& value) const {
  // std::vector<bool> has no array of bools inside.
  const auto bits = std::make_unique<bool[]>(value.width());
  for (std::uint32_t i = 0; i != value.width(); ++i) bits[i] = value.bit(i);
  return ref(Z3_mk_bv_numeral(context_.raw(), value.width(), bits.get()));
}

Z3Ast Z3Translator::number(std::uint32_t width, std::uint64_t value) {
  return ref(Z3_mk_unsigned_int64(context_.raw(), value, context_.bits(width)));
}

Z3Ast Z3Translator::leaf(Term term) {
  const Sort sort = terms_.sort(term);
  if (terms_.op(term) == Op::Variable) {
    Z3_symbol name = context_.symbol(std::string(terms_.name(term)));
    const Z3Ast constant = ref(Z3_mk_const(context_.raw(), name, context_.carrier(sort)));
    if (!constant) return constant;
    variables_[term.id()] = keep(Z3_get_app_decl(context_.raw(), Z3_to_app(context_.raw(), constant.raw())));
    return fromCarrier(sort, constant);
  }
  if (sort.isBool()) return ref(terms_.isTrue(term) ? Z3_mk_true(context_.raw()) : Z3_mk_false(context_.raw()));
  if (sort.isBits() && sort.width <= 64) return number(sort.width, terms_.bits64(term));
  return fromCarrier(sort, number(terms_.bits(term)));
}

Z3Ast Z3Translator::build(Term term) {
  switch (terms_.op(term)) {
  case Op::Constant:
  case Op::Variable: return leaf(term);
  case Op::Equal: return ref(Z3_mk_eq(context_.raw(), operand(term, 0), operand(term, 1)));
  case Op::Ite: return ref(Z3_mk_ite(context_.raw(), operand(term, 0), operand(term, 1), operand(term, 2)));
  case Op::Not:
  case Op::And:
  case Op::Or:
  case Op::Xor: return boolean(term);
  case Op::ConstArray:
  case Op::Table:
  case Op::Select:
  case Op::Store: return array(term);
  case Op::Apply: return apply(term);
  default: return terms_.op(term) >= Op::FpAdd ? floating(term) : bitVector(term);
  }
}

Z3Ast Z3Translator::boolean(Term term) {
  Z3_context c = context_.raw();
  if (terms_.op(term) == Op::Not) return ref(Z3_mk_not(c, operand(term, 0)));
  if (terms_.op(term) == Op::Xor) return ref(Z3_mk_xor(c, operand(term, 0), operand(term, 1)));
  std::vector<Z3_ast> operands;
  for (std::size_t i = 0; i != terms_.operands(term).size(); ++i) operands.push_back(operand(term, i));
  const auto count = static_cast<unsigned>(operands.size());
  return ref(terms_.op(term) == Op::And ? Z3_mk_and(c, count, operands.data()) : Z3_mk_or(c, count, operands.data()));
}

Z3Ast Z3Translator::bitVector(Term term) {
  Z3_context c = context_.raw();
  Z3_ast a = operand(term, 0);
  const auto extra = [&] { return terms_.width(term) - terms_.width(terms_.operand(term, 0)); };
  switch (terms_.op(term)) {
  case Op::Neg: return ref(Z3_mk_bvneg(c, a));
  case Op::BitNot: return ref(Z3_mk_bvnot(c, a));
  case Op::Extract: return ref(Z3_mk_extract(c, terms_.parameter(term, 0), terms_.parameter(term, 1), a));
  case Op::ZeroExtend: return ref(Z3_mk_zero_ext(c, extra(), a));
  case Op::SignExtend: return ref(Z3_mk_sign_ext(c, extra(), a));
  default: break;
  }
  Z3_ast b = operand(term, 1);
  switch (terms_.op(term)) {
  case Op::Add: return ref(Z3_mk_bvadd(c, a, b));
  case Op::Sub: return ref(Z3_mk_bvsub(c, a, b));
  case Op::Mul: return ref(Z3_mk_bvmul(c, a, b));
  case Op::UDiv: return ref(Z3_mk_bvudiv(c, a, b));
  case Op::SDiv: return ref(Z3_mk_bvsdiv(c, a, b));
  case Op::URem: return ref(Z3_mk_bvurem(c, a, b));
  case Op::SRem: return ref(Z3_mk_bvsrem(c, a, b));
  case Op::BitAnd: return ref(Z3_mk_bvand(c, a, b));
  case Op::BitOr: return ref(Z3_mk_bvor(c, a, b));
  case Op::BitXor: return ref(Z3_mk_bvxor(c, a, b));
  case Op::Shl: return ref(Z3_mk_bvshl(c, a, b));
  case Op::LShr: return ref(Z3_mk_bvlshr(c, a, b));
  case Op::AShr: return ref(Z3_mk_bvashr(c, a, b));
  case Op::Concat: return ref(Z3_mk_concat(c, a, b));
  case Op::ULess: return ref(Z3_mk_bvult(c, a, b));
  case Op::ULessEqual: return ref(Z3_mk_bvule(c, a, b));
  case Op::SLess: return ref(Z3_mk_bvslt(c, a, b));
  case Op::SLessEqual: return ref(Z3_mk_bvsle(c, a, b));
  default: std::unreachable();
  }
}

Z3Ast Z3Translator::apply(Term term) {
  Z3_context c = context_.raw();
  const logic::FunctionId id = terms_.parameter(term, 0);
  const logic::FunctionSymbol& symbol = terms_.function(id);
  Z3_func_decl& function = functions_[id];
  if (!function) {
    std::vector<Z3_sort> sorts;
    for (const Sort sort : symbol.arguments) sorts.push_back(context_.carrier(sort));
    function = keep(Z3_mk_func_decl(c, context_.symbol(symbol.name), static_cast<unsigned>(sorts.size()), sorts.data(),
                                    context_.carrier(symbol.result)));
  }
  std::vector<Z3Ast> arguments;
  std::vector<Z3_ast> raw;
  for (std::size_t i = 0; i != symbol.arguments.size(); ++i) {
    arguments.push_back(toCarrier(symbol.arguments[i], ref(operand(term, i))));
    raw.push_back(arguments.back().raw());
  }
  return fromCarrier(symbol.result, ref(Z3_mk_app(c, function, static_cast<unsigned>(raw.size()), raw.data())));
}

} // namespace beagle::solver
