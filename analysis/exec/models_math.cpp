// math.h: concrete values by the C library of this machine; of symbolic ones exactly what IEEE 754 defines, and else
// some number.

#include "analysis/exec/models.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <utility>

namespace beagle::exec {

using logic::FloatFormat;
using logic::Op;
using logic::RoundingMode;

namespace {

double doubleOf(const Value& value) { return std::bit_cast<double>(value.bits); }
float floatOf(const Value& value) { return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits)); }
Value valueOf(double value) { return Value::concrete(std::bit_cast<std::uint64_t>(value)); }
Value valueOf(float value) { return Value::concrete(std::bit_cast<std::uint32_t>(value)); }

/// Of equal values, the same; of what is not known, the term.
std::string idOf(Machine& machine, const Value& value) {
  if (value.isPlain()) return fmt::format("{:#x}", value.bits);
  return fmt::format("{}", value.isSymbolic() ? value.asTerm().id() : machine.uninitialised(64).id());
}

/// Some number, which is the same whenever the function gets the same arguments, in whatever version. What is found
/// with it may be wrong.
bool symbolic(Machine& machine, const ModelCall& call, FloatFormat format) {
  if (call.site.function == ir::none)
    return machine.unsupported("a mathematical function of a symbolic value, by its address");
  const std::string& name = machine.program().functions()[call.site.function].name;
  std::string arguments;
  for (std::size_t i = 0; i < call.arguments.size(); ++i)
    arguments += fmt::format("{}{}", i == 0 ? "" : ", ", idOf(machine, call.arguments[i]));
  machine.approximate(fmt::format("{} of a value that is not known is taken for any number", name), true);
  const std::uint32_t width = format == FloatFormat::Double ? 64 : 32;
  const Term bits = machine.terms.variable(fmt::format("{}({})", name, arguments), logic::Sort::bits(width));
  machine.slot(call.result) = machine.floatValue(machine.terms.fpFromBits(format, bits));
  return true;
}

/// What the function leaves in errno is left out, where somebody may look at it.
void leaveOutErrno(Machine& machine, const ModelCall& call) {
  if (!machine.program().looksBehindMath() || call.site.function == ir::none) return;
  machine.approximate(
      fmt::format("what {} leaves in errno is left out", machine.program().functions()[call.site.function].name));
}

/// Calls the machine's own function.
template <class Function, class... Numbers>
Value computed(Machine& machine, const ModelCall& call, Function function, Numbers... numbers) {
  const int before = std::exchange(errno, 0);
  const Value result = valueOf(function(numbers...));
  if (std::exchange(errno, before) != 0) leaveOutErrno(machine, call);
  return result;
}

template <double (*function)(double)> bool unary(Machine& machine, const ModelCall& call) {
  if (!call.arguments[0].isPlain()) return symbolic(machine, call, FloatFormat::Double);
  machine.slot(call.result) = computed(machine, call, function, doubleOf(call.arguments[0]));
  return true;
}

template <float (*function)(float)> bool unaryFloat(Machine& machine, const ModelCall& call) {
  if (!call.arguments[0].isPlain()) return symbolic(machine, call, FloatFormat::Single);
  machine.slot(call.result) = computed(machine, call, function, floatOf(call.arguments[0]));
  return true;
}

template <double (*function)(double, double)> bool binary(Machine& machine, const ModelCall& call) {
  if (!call.arguments[0].isPlain() || !call.arguments[1].isPlain()) return symbolic(machine, call, FloatFormat::Double);
  machine.slot(call.result) =
      computed(machine, call, function, doubleOf(call.arguments[0]), doubleOf(call.arguments[1]));
  return true;
}

template <float (*function)(float, float)> bool binaryFloat(Machine& machine, const ModelCall& call) {
  if (!call.arguments[0].isPlain() || !call.arguments[1].isPlain()) return symbolic(machine, call, FloatFormat::Single);
  machine.slot(call.result) = computed(machine, call, function, floatOf(call.arguments[0]), floatOf(call.arguments[1]));
  return true;
}

template <double (*function)(double, int)> bool scaled(Machine& machine, const ModelCall& call) {
  if (!call.arguments[0].isPlain() || !call.arguments[1].isPlain()) return symbolic(machine, call, FloatFormat::Double);
  const auto exponent = static_cast<std::int32_t>(call.arguments[1].bits);
  machine.slot(call.result) = computed(machine, call, function, doubleOf(call.arguments[0]), exponent);
  return true;
}

template <float (*function)(float, int)> bool scaledFloat(Machine& machine, const ModelCall& call) {
  if (!call.arguments[0].isPlain() || !call.arguments[1].isPlain()) return symbolic(machine, call, FloatFormat::Single);
  const auto exponent = static_cast<std::int32_t>(call.arguments[1].bits);
  machine.slot(call.result) = computed(machine, call, function, floatOf(call.arguments[0]), exponent);
  return true;
}

/// fma of numbers that a term can say; of concrete ones by this machine.
template <FloatFormat format, auto function> bool fused(Machine& machine, const ModelCall& call) {
  const auto arguments = call.arguments.first(3);
  if (!std::ranges::all_of(arguments, &Value::isPlain)) {
    const auto term = [&](std::size_t i) { return machine.floatTerm(arguments[i], format); };
    machine.slot(call.result) = machine.floatValue(machine.terms.fpFma(term(0), term(1), term(2)));
  } else if constexpr (format == FloatFormat::Double) {
    machine.slot(call.result) =
        valueOf(function(doubleOf(arguments[0]), doubleOf(arguments[1]), doubleOf(arguments[2])));
  } else {
    machine.slot(call.result) = valueOf(function(floatOf(arguments[0]), floatOf(arguments[1]), floatOf(arguments[2])));
  }
  return true;
}

/// The same for fmod.
template <FloatFormat format, auto function> bool modulo(Machine& machine, const ModelCall& call) {
  const auto arguments = call.arguments.first(2);
  if (!std::ranges::all_of(arguments, &Value::isPlain)) {
    leaveOutErrno(machine, call);
    machine.slot(call.result) = machine.floatValue(machine.terms.fpBinary(
        Op::FpRem, machine.floatTerm(arguments[0], format), machine.floatTerm(arguments[1], format)));
  } else if constexpr (format == FloatFormat::Double) {
    machine.slot(call.result) = computed(machine, call, function, doubleOf(arguments[0]), doubleOf(arguments[1]));
  } else {
    machine.slot(call.result) = computed(machine, call, function, floatOf(arguments[0]), floatOf(arguments[1]));
  }
  return true;
}

/// What a term can say: rounding, roots, magnitudes. Concrete values do without, which keeps the sign of a
/// NaN.
template <Op op, FloatFormat format, RoundingMode mode, auto function>
bool exact(Machine& machine, const ModelCall& call) {
  if (call.arguments[0].isPlain()) {
    if constexpr (format == FloatFormat::Double)
      machine.slot(call.result) = computed(machine, call, function, doubleOf(call.arguments[0]));
    else machine.slot(call.result) = computed(machine, call, function, floatOf(call.arguments[0]));
    return true;
  }
  if (op == Op::FpSqrt) leaveOutErrno(machine, call); // of numbers below zero
  machine.slot(call.result) =
      machine.floatValue(machine.terms.fpUnary(op, machine.floatTerm(call.arguments[0], format), mode));
  return true;
}

#define BEAGLE_UNARY(NAME)                                                                                             \
  ModelEntry{#NAME, 1, unary<::NAME>}, ModelEntry { #NAME "f", 1, unaryFloat<::NAME##f> }
#define BEAGLE_BINARY(NAME)                                                                                            \
  ModelEntry{#NAME, 2, binary<::NAME>}, ModelEntry { #NAME "f", 2, binaryFloat<::NAME##f> }
// What a term says exactly.
#define BEAGLE_EXACT_FUNCTIONS(X)                                                                                      \
  X(fabs, FpAbs, NearestEven)                                                                                          \
  X(sqrt, FpSqrt, NearestEven)                                                                                         \
  X(floor, FpRound, Down)                                                                                              \
  X(ceil, FpRound, Up)                                                                                                 \
  X(trunc, FpRound, Zero)                                                                                              \
  X(round, FpRound, NearestAway)                                                                                       \
  X(rint, FpRound, NearestEven)                                                                                        \
  X(nearbyint, FpRound, NearestEven)
#define BEAGLE_EXACT(NAME, OP, MODE)                                                                                   \
  ModelEntry{#NAME, 1,                                                                                                 \
             exact<Op::OP, FloatFormat::Double, RoundingMode::MODE, static_cast<double (*)(double)>(::NAME)>},         \
      ModelEntry{#NAME "f", 1, exact<Op::OP, FloatFormat::Single, RoundingMode::MODE, ::NAME##f>},

constexpr std::array table = {
    BEAGLE_UNARY(sin),
    BEAGLE_UNARY(cos),
    BEAGLE_UNARY(tan),
    BEAGLE_UNARY(asin),
    BEAGLE_UNARY(acos),
    BEAGLE_UNARY(atan),
    BEAGLE_UNARY(sinh),
    BEAGLE_UNARY(cosh),
    BEAGLE_UNARY(tanh),
    BEAGLE_UNARY(asinh),
    BEAGLE_UNARY(acosh),
    BEAGLE_UNARY(atanh),
    BEAGLE_UNARY(exp),
    BEAGLE_UNARY(exp2),
    BEAGLE_UNARY(expm1),
    BEAGLE_UNARY(log),
    BEAGLE_UNARY(log2),
    BEAGLE_UNARY(log10),
    BEAGLE_UNARY(log1p),
    BEAGLE_UNARY(cbrt),
    BEAGLE_UNARY(erf),
    BEAGLE_UNARY(erfc),
    BEAGLE_UNARY(tgamma),
    BEAGLE_UNARY(lgamma),
    BEAGLE_UNARY(logb),
    BEAGLE_BINARY(pow),
    BEAGLE_BINARY(atan2),
    BEAGLE_BINARY(hypot),
    ModelEntry{"fmod", 2, modulo<FloatFormat::Double, static_cast<double (*)(double, double)>(::fmod)>},
    ModelEntry{"fmodf", 2, modulo<FloatFormat::Single, ::fmodf>},
    BEAGLE_BINARY(remainder),
    BEAGLE_BINARY(fdim),
    BEAGLE_BINARY(nextafter),
    ModelEntry{"ldexp", 2, scaled<::ldexp>},
    ModelEntry{"ldexpf", 2, scaledFloat<::ldexpf>},
    ModelEntry{"fma", 3, fused<FloatFormat::Double, static_cast<double (*)(double, double, double)>(::fma)>},
    ModelEntry{"fmaf", 3, fused<FloatFormat::Single, ::fmaf>},
    BEAGLE_EXACT_FUNCTIONS(BEAGLE_EXACT)};

} // namespace

std::span<const ModelEntry> mathModels() { return table; }

std::optional<Term> mathTerm(logic::TermManager& terms, std::string_view name, std::span<const Term> arguments) {
  struct Exact {
    std::string_view name;
    Op op;
    RoundingMode mode;
  };
#define BEAGLE_EXACT_NAME(NAME, OP, MODE) Exact{#NAME, Op::OP, RoundingMode::MODE},
  static constexpr std::array exactOnes{BEAGLE_EXACT_FUNCTIONS(BEAGLE_EXACT_NAME)};
#undef BEAGLE_EXACT_NAME
  const auto entry = std::ranges::find(table, name, &ModelEntry::name);
  if (entry == table.end() || entry->parameters != arguments.size() || name.starts_with("lgamma")) return {}; // signgam
  const bool isSingle = name.ends_with("f") && name != "erf";
  const logic::Sort sort = logic::Sort::floating(isSingle ? FloatFormat::Single : FloatFormat::Double);
  const auto isOfSort = [&](Term argument) { return terms.sort(argument) == sort; };
  if (name.starts_with("ldexp") ? !isOfSort(arguments[0]) || terms.sort(arguments[1]) != logic::Sort::bits(32)
                                : !std::ranges::all_of(arguments, isOfSort))
    return {};
  const std::string_view plainName = isSingle ? name.substr(0, name.size() - 1) : name;
  if (const auto exact = std::ranges::find(exactOnes, plainName, &Exact::name); exact != exactOnes.end())
    return terms.fpUnary(exact->op, arguments[0], exact->mode);
  std::vector<logic::Sort> sorts;
  for (const Term argument : arguments) sorts.push_back(terms.sort(argument));
  return terms.apply(terms.function(fmt::format("math!{}", name), sorts, sort), arguments);
}

} // namespace beagle::exec
