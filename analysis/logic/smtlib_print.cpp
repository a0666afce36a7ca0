#include "analysis/logic/float_value.h"
#include "analysis/logic/smtlib.h"
#include "analysis/logic/smtlib_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace beagle::logic {

namespace {

/// How deep expressions may nest before a subterm gets a name.
constexpr std::uint32_t deepest = 24;

bool isSimpleSymbol(std::string_view name) {
  if (name.empty() || (name[0] >= '0' && name[0] <= '9')) return false;
  static constexpr std::string_view reserved[] = {"let", "forall", "exists", "match", "par", "as", "true", "false"};
  if (std::ranges::find(reserved, name) != std::end(reserved)) return false;
  return std::ranges::all_of(name, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' ||
           c == '$';
  });
}

bool isTheorySymbol(std::string_view name) {
  const auto named = [&](const auto& table) {
    return std::ranges::any_of(table, [&](const auto& entry) { return entry.second == name; });
  };
  return named(plainNames) || named(roundedNames) || std::ranges::find(roundingNames, name) != roundingNames.end() ||
         name.starts_with("bv") || name.starts_with("fp") || name == "distinct" || name == "_" || name == "const";
}

std::string symbol(std::string_view name) {
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool ours = i == 0 && (name.starts_with(ownPrefix) || isTheorySymbol(name));
    if (c == '|' || c == '\\' || c == '%' || ours) text += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    else text += c;
  }
  return isSimpleSymbol(text) ? text : "|" + text + "|";
}

std::string bitsText(const BitVector& value) {
  return value.width() % 4 == 0 ? "#x" + value.hex() : "#b" + value.binary();
}

std::string shapeText(FloatFormat format) {
  const FloatShape shape = shapeOf(format);
  return fmt::format("{} {}", shape.exponent, shape.significand);
}

std::string floatText(FloatFormat format, const BitVector& bits) {
  if (bits == canonicalNaN(format)) return fmt::format("(_ NaN {})", shapeText(format));
  const FloatShape shape = shapeOf(format);
  const std::uint32_t width = bits.width();
  return fmt::format("(fp {} {} {})", bitsText(bits.extract(width - 1, width - 1)),
                     bitsText(bits.extract(width - 2, width - 1 - shape.exponent)),
                     bitsText(bits.extract(shape.significand - 2, 0)));
}

class Printer {
public:
  Printer(const TermManager& manager) : m_(manager) {}

  std::string print(std::span<const Term> assertions, const SmtLibOptions& options);

private:
  void collect(std::span<const Term> roots);
  void declare(Term leaf);
  void declareFunction(FunctionId id);
  std::string expression(Term term);
  std::string constantText(Term term) const;
  std::string tableText(Term term) const;
  std::string floatOperator(Term term);
  std::string call(std::string_view head, Term term) const;
  std::string minMax(Op op, FloatFormat format);
  std::string remainder(FloatFormat format);
  std::string toInteger(Term term);
  std::string fromBitsX87();
  std::string toBits(Term term);
  void define(const std::string& name, std::string_view text) {
    if (helpers_.insert(name).second) out_ += text;
  }

  const TermManager& m_;
  std::string out_;
  std::vector<std::uint32_t> uses_;  ///< by id
  std::vector<std::uint32_t> depth_; ///< by id
  std::vector<std::string> text_;    ///< by id: of a term whose parents come later
  std::vector<Term> order_;          ///< operands before terms
  std::vector<bool> functions_;
  std::set<std::string> helpers_;
  std::uint32_t named_ = 0;
  std::uint32_t definitions_ = 0;
};

/// Ids grow from operands to terms, so their order is one to print in.
void Printer::collect(std::span<const Term> roots) {
  uses_.resize(m_.termCount() + 1);
  std::vector<Term> waiting;
  const auto use = [&](Term term) {
    if (uses_[term.id()]++ == 0) waiting.push_back(term);
  };
  for (const Term root : roots) use(root);
  while (!waiting.empty()) {
    const Term term = waiting.back();
    waiting.pop_back();
    order_.push_back(term);
    for (const Term operand : m_.operands(term)) use(operand);
  }
  std::ranges::sort(order_, {}, &Term::id);
}

std::string Printer::print(std::span<const Term> assertions, const SmtLibOptions& options) {
  if (!options.logic.empty()) out_ += fmt::format("(set-logic {})\n", options.logic);
  collect(assertions);
  depth_.resize(uses_.size());
  text_.resize(uses_.size());
  for (const Term term : order_) {
    if (m_.op(term) == Op::Variable) declare(term);
    else if (m_.op(term) == Op::Apply) declareFunction(m_.parameter(term, 0));
  }
  for (const Term term : order_) {
    std::uint32_t depth = 0;
    for (const Term operand : m_.operands(term)) depth = std::max(depth, depth_[operand.id()] + 1);
    std::string text = expression(term);
    const bool isLeaf = m_.operands(term).empty() && m_.op(term) != Op::Table;
    if (m_.op(term) == Op::Table || (!isLeaf && (uses_[term.id()] > 1 || depth > deepest))) {
      const std::string name = fmt::format("{}{}.{}", ownPrefix, m_.op(term) == Op::Table ? "table" : "t", named_++);
      out_ += fmt::format("(define-fun {} () {} {})\n", name, m_.sort(term).str(), text);
      text = name;
      depth = 0;
    }
    for (const Term operand : m_.operands(term))
      if (uses_[operand.id()] == 1) text_[operand.id()] = {};
    text_[term.id()] = std::move(text);
    depth_[term.id()] = depth;
  }
  for (const Term assertion : assertions) out_ += fmt::format("(assert {})\n", text_[assertion.id()]);
  if (options.checkSat) out_ += "(check-sat)\n";
  return std::move(out_);
}

void Printer::declare(Term leaf) {
  out_ += fmt::format("(declare-const {} {})\n", symbol(m_.name(leaf)), m_.sort(leaf).str());
}

void Printer::declareFunction(FunctionId id) {
  if (functions_.size() <= id) functions_.resize(id + 1);
  if (functions_[id]) return;
  functions_[id] = true;
  const FunctionSymbol& function = m_.function(id);
  std::string arguments;
  for (const Sort sort : function.arguments) arguments += (arguments.empty() ? "" : " ") + sort.str();
  out_ += fmt::format("(declare-fun {} ({}) {})\n", symbol(function.name), arguments, function.result.str());
}

std::string Printer::constantText(Term term) const {
  const Sort sort = m_.sort(term);
  if (sort.isBool()) return m_.isTrue(term) ? "true" : "false";
  const BitVector value = m_.bits(term);
  return sort.isFloat() ? floatText(sort.format(), value) : bitsText(value);
}

std::string Printer::tableText(Term term) const {
  const Sort sort = m_.sort(term);
  std::string open, close;
  std::uint64_t place = 0;
  for (const std::uint64_t element : m_.tableElements(term)) {
    open += "(store ";
    close += fmt::format(" {} {})", bitsText(BitVector(sort.index, place++)), bitsText(BitVector(sort.width, element)));
  }
  return fmt::format("{}((as const {}) {}){}", open, sort.str(), bitsText(BitVector(sort.width)), close);
}

std::string Printer::call(std::string_view head, Term term) const {
  std::string text = fmt::format("({}", head);
  for (const Term operand : m_.operands(term)) {
    text += ' ';
    text += text_[operand.id()];
  }
  text += ')';
  return text;
}

std::string Printer::expression(Term term) {
  const Op op = m_.op(term);
  const Sort sort = m_.sort(term);
  if (const auto name = nameIn(plainNames, op)) return call(*name, term);
  switch (op) {
  case Op::Constant: return constantText(term);
  case Op::Variable: return symbol(m_.name(term));
  case Op::Extract: return call(fmt::format("(_ extract {} {})", m_.parameter(term, 0), m_.parameter(term, 1)), term);
  case Op::ZeroExtend:
  case Op::SignExtend:
    return call(fmt::format("(_ {} {})", op == Op::ZeroExtend ? "zero_extend" : "sign_extend",
                            sort.width - m_.width(m_.operand(term, 0))),
                term);
  case Op::ConstArray: return call(fmt::format("(as const {})", sort.str()), term);
  case Op::Table: return tableText(term);
  case Op::Apply: {
    const std::string name = symbol(m_.function(m_.parameter(term, 0)).name);
    return m_.operands(term).empty() ? name : call(name, term);
  }
  default: return floatOperator(term);
  }
}

std::string Printer::floatOperator(Term term) {
  const Op op = m_.op(term);
  const Sort sort = m_.sort(term);
  const std::string_view mode = roundingNames[static_cast<std::size_t>(m_.roundingMode(term))];
  if (const auto name = nameIn(roundedNames, op)) return call(fmt::format("{} {}", *name, mode), term);
  switch (op) {
  case Op::FpRem: return call(remainder(sort.format()), term);
  case Op::FpMin:
  case Op::FpMax: return call(minMax(op, sort.format()), term);
  case Op::FpFromBits:
    if (sort.format() == FloatFormat::X87) return call(fromBitsX87(), term);
    return call(fmt::format("(_ to_fp {})", shapeText(sort.format())), term);
  case Op::FpFromFloat:
  case Op::FpFromSigned: return call(fmt::format("(_ to_fp {}) {}", shapeText(sort.format()), mode), term);
  case Op::FpFromUnsigned: return call(fmt::format("(_ to_fp_unsigned {}) {}", shapeText(sort.format()), mode), term);
  case Op::FpToSigned:
  case Op::FpToUnsigned: return call(toInteger(term), term);
  case Op::FpToBits: return toBits(term);
  default: std::unreachable();
  }
}

// --- functions of our own ------------------------------------------------------------------------

std::string Printer::minMax(Op op, FloatFormat format) {
  const std::string name =
      fmt::format("{}{}.{}", ownPrefix, op == Op::FpMin ? "min" : "max", formatNames[static_cast<std::size_t>(format)]);
  const std::string sort = Sort::floating(format).str();
  define(name, fmt::format("(define-fun {} ((x {}) (y {})) {} (ite (fp.isNaN x) y (ite (or (fp.isNaN y) ({} x y)) x "
                           "y)))\n",
                           name, sort, sort, sort, op == Op::FpMin ? "fp.lt" : "fp.gt"));
  return name;
}

std::string Printer::remainder(FloatFormat format) {
  const std::string name = fmt::format("{}fmod.{}", ownPrefix, formatNames[static_cast<std::size_t>(format)]);
  const std::string sort = Sort::floating(format).str();
  define(name, fmt::format("(define-fun {} ((x {}) (y {})) {} (let ((r (fp.rem (fp.abs x) (fp.abs y)))) (let ((m (ite "
                           "(fp.lt r (_ +zero {})) (fp.add RNE r (fp.abs y)) r))) (ite (fp.isNegative x) (fp.neg m) "
                           "m))))\n",
                           name, sort, sort, sort, shapeText(format)));
  return name;
}

std::string Printer::toInteger(Term term) {
  const bool isSigned = m_.op(term) == Op::FpToSigned;
  const std::uint32_t width = m_.width(term);
  const FloatFormat format = m_.sort(m_.operand(term, 0)).format();
  const std::string_view mode = roundingNames[static_cast<std::size_t>(m_.roundingMode(term))];
  const std::string_view to = isSigned ? "to_sbv" : "to_ubv";
  const std::string name =
      fmt::format("{}{}.{}.{}.{}", ownPrefix, to, formatNames[static_cast<std::size_t>(format)], width, mode);
  // Powers of two are exact unless they are too large for the format, and then every finite number is in
  // range.
  const auto power = [&](std::uint32_t exponent, bool negative) {
    const BitVector magnitude = BitVector::oneBit(exponent + 2, exponent);
    const BitVector integer = negative ? -magnitude : magnitude;
    const Operation conversion{Op::FpFromSigned, Sort::floating(format), Sort::bits(exponent + 2), 0, 0};
    return floatText(format, foldFloat(conversion, std::span(&integer, 1)));
  };
  // Below zero of the unsigned range only what rounds to -0 is inside.
  const std::string least = isSigned ? power(width - 1, true) : fmt::format("(_ -zero {})", shapeText(format));
  define(name, fmt::format("(define-fun {} ((x {})) (_ BitVec {}) (let ((r (fp.roundToIntegral {} x))) (ite (and (not "
                           "(fp.isInfinite x)) (fp.leq {} r) (fp.lt r {})) ((_ fp.{} {}) {} x) {})))\n",
                           name, Sort::floating(format).str(), width, mode, least,
                           power(isSigned ? width - 1 : width, false), to, width, mode, bitsText(BitVector(width))));
  return name;
}

std::string Printer::fromBitsX87() {
  const std::string name = fmt::format("{}from_bits.X87", ownPrefix);
  define(name, fmt::format(
                   "(define-fun {} ((b (_ BitVec 80))) (_ FloatingPoint 15 64) (let ((s ((_ extract 79 79) b)) (e ((_ "
                   "extract 78 64) b)) (i ((_ extract 63 63) b)) (f ((_ extract 62 0) b))) (ite (= e (_ bv0 15)) (fp "
                   "s ((_ zero_extend 14) i) f) (ite (= i #b0) (_ NaN 15 64) (fp s e f)))))\n",
                   name));
  return name;
}

std::string Printer::toBits(Term term) {
  const Term operand = m_.operand(term, 0);
  const FloatFormat format = m_.sort(operand).format();
  const std::string name = fmt::format("{}to_bits.{}", ownPrefix, formatNames[static_cast<std::size_t>(format)]);
  define(name,
         fmt::format("(declare-fun {} ({}) (_ BitVec {}))\n", name, Sort::floating(format).str(), widthOf(format)));
  // The operand is written three times, so it has a name.
  std::string argument = text_[operand.id()];
  if (argument.front() == '(') {
    const std::string shared = fmt::format("{}t.{}", ownPrefix, named_++);
    out_ += fmt::format("(define-fun {} () {} {})\n", shared, Sort::floating(format).str(), argument);
    argument = shared;
  }
  const std::string use = fmt::format("({} {})", name, argument);
  std::string inverse = fmt::format("(= ((_ to_fp {}) {}) {})", shapeText(format), use, argument);
  if (format == FloatFormat::X87)
    inverse = fmt::format("(and (= ({} {}) {}) (= (= ((_ extract 63 63) {}) #b1) (not (= ((_ extract 78 64) {}) (_ bv0 "
                          "15)))))",
                          fromBitsX87(), use, argument, use, use);
  out_ += fmt::format("(assert (! (ite (fp.isNaN {}) (= {} {}) {}) :named {}{}))\n", argument, use,
                      bitsText(canonicalNaN(format)), inverse, definitionPrefix, definitions_++);
  return use;
}

} // namespace

std::string toSmtLib(const TermManager& manager, std::span<const Term> assertions, const SmtLibOptions& options) {
  return Printer(manager).print(assertions, options);
}

} // namespace beagle::logic
