#include "analysis/solver/z3_model.h"

#include <unordered_set>
#include <utility>

namespace beagle::solver {

using logic::ArrayValue;
using logic::BitVector;
using logic::FunctionValue;
using logic::Sort;
using logic::Term;

namespace {

class ModelReader {
public:
  ModelReader(Z3Context& context, const Z3Translator& translator, logic::TermManager& terms, Z3_model model)
      : c_(context.raw()), translator_(translator), terms_(terms), model_(model) {}

  [[nodiscard]] bool read(std::span<const Term> constraints) {
    std::unordered_set<std::uint32_t> seen;
    for (const Term constraint : constraints)
      for (const std::uint32_t number : terms_.support(constraint)) {
        if (!seen.insert(number).second) continue;
        const auto function = terms_.functionAt(number);
        if (!(function ? readFunction(*function) : readVariable(terms_.variableAt(number)))) return false;
      }
    return true;
  }

  logic::Assignment values;
  std::string problem;

private:
  bool fail(std::string what) {
    problem = "Z3's model: " + std::move(what);
    return false;
  }

  /// A Bool is one bit.
  bool readBits(Z3_ast value, std::uint32_t width, BitVector& out) {
    const Z3_lbool truth =
        Z3_get_sort_kind(c_, Z3_get_sort(c_, value)) == Z3_BOOL_SORT ? Z3_get_bool_value(c_, value) : Z3_L_UNDEF;
    if (truth != Z3_L_UNDEF) {
      out = BitVector(1, truth == Z3_L_TRUE ? 1 : 0);
      return true;
    }
    if (Z3_get_ast_kind(c_, value) != Z3_NUMERAL_AST) return fail("a value is no number");
    std::uint64_t small = 0;
    if (width <= 64 && Z3_get_numeral_uint64(c_, value, &small)) {
      out = BitVector(width, small);
      return true;
    }
    const auto wide = BitVector::parse(width, Z3_get_numeral_string(c_, value), 10);
    if (!wide) return fail("a number does not fit its width");
    out = *wide;
    return true;
  }

  bool readVariable(Term variable) {
    Z3_func_decl declaration = translator_.variable(variable);
    // A translation may leave a variable out, for example one that only a table's index past the end decides.
    if (!declaration || !Z3_model_has_interp(c_, model_, declaration)) return true;
    const Z3Ast value(c_, Z3_model_get_const_interp(c_, model_, declaration));
    if (!value) return true;
    const Sort sort = terms_.sort(variable);
    if (sort.isArray()) {
      ArrayValue array;
      if (!readArray(value, sort, array)) return false;
      values.setArray(variable, std::move(array));
      return true;
    }
    BitVector bits;
    if (!readBits(value.raw(), sort.width, bits)) return false;
    values.set(variable, bits);
    return true;
  }

  /// Stores over a constant array, or a function seen as an array.
  bool readArray(Z3Ast value, Sort sort, ArrayValue& out) {
    out.otherwise = BitVector(sort.width);
    while (true) {
      if (Z3_is_as_array(c_, value.raw())) return readArrayFunction(value.raw(), sort, out);
      if (Z3_get_ast_kind(c_, value.raw()) != Z3_APP_AST) return fail("an array is no application");
      Z3_app app = Z3_to_app(c_, value.raw());
      const Z3_decl_kind kind = Z3_get_decl_kind(c_, Z3_get_app_decl(c_, app));
      if (kind == Z3_OP_CONST_ARRAY) return readBits(Z3_get_app_arg(c_, app, 0), sort.width, out.otherwise);
      if (kind != Z3_OP_STORE) return fail("an array is of a kind that is not known");
      BitVector index;
      BitVector element;
      if (!readBits(Z3_get_app_arg(c_, app, 1), sort.index, index)) return false;
      if (!readBits(Z3_get_app_arg(c_, app, 2), sort.width, element)) return false;
      out.elements.try_emplace(index.low64(), element); // outer stores hide inner ones
      value = Z3Ast(c_, Z3_get_app_arg(c_, app, 0));
    }
  }

  bool readArrayFunction(Z3_ast value, Sort sort, ArrayValue& out) {
    const Sort index = Sort::bits(sort.index);
    return readTable(
        Z3_get_as_array_func_decl(c_, value), {&index, 1}, Sort::bits(sort.width),
        [&](const std::vector<std::uint64_t>& words, const BitVector& element) {
          out.elements.try_emplace(words.front(), element);
        },
        out.otherwise);
  }

  bool readFunction(logic::FunctionId id) {
    Z3_func_decl declaration = translator_.function(id);
    if (!declaration) return true;
    const logic::FunctionSymbol& symbol = terms_.function(id);
    FunctionValue function;
    const auto add = [&](std::vector<std::uint64_t> words, const BitVector& value) {
      function.table.insert_or_assign(std::move(words), value);
    };
    if (symbol.arguments.empty()) return readConstantFunction(id, declaration);
    if (!readTable(declaration, symbol.arguments, symbol.result, add, function.otherwise)) return false;
    values.setFunction(id, std::move(function));
    return true;
  }

  bool readConstantFunction(logic::FunctionId id, Z3_func_decl declaration) {
    if (!Z3_model_has_interp(c_, model_, declaration)) return true;
    const Z3Ast value(c_, Z3_model_get_const_interp(c_, model_, declaration));
    if (!value) return true;
    FunctionValue function;
    if (!readBits(value.raw(), terms_.function(id).result.width, function.otherwise)) return false;
    values.setFunction(id, std::move(function));
    return true;
  }

  bool readTable(Z3_func_decl declaration, std::span<const Sort> arguments, Sort sort, auto&& add,
                 BitVector& otherwise) {
    if (!Z3_model_has_interp(c_, model_, declaration)) return true;
    Z3_func_interp table = Z3_model_get_func_interp(c_, model_, declaration);
    if (!table) return true;
    Z3_func_interp_inc_ref(c_, table);
    bool good = true;
    for (unsigned i = 0; good && i != Z3_func_interp_get_num_entries(c_, table); ++i)
      good = readEntry(Z3_func_interp_get_entry(c_, table, i), arguments, sort, add);
    if (good) {
      Z3_ast rest = Z3_func_interp_get_else(c_, table);
      good = !rest || readBits(rest, sort.width, otherwise);
    }
    Z3_func_interp_dec_ref(c_, table);
    return good;
  }

  bool readEntry(Z3_func_entry entry, std::span<const Sort> arguments, Sort sort, auto&& add) {
    Z3_func_entry_inc_ref(c_, entry);
    std::vector<std::uint64_t> words;
    BitVector result;
    bool good = readBits(Z3_func_entry_get_value(c_, entry), sort.width, result);
    for (unsigned i = 0; good && i != arguments.size(); ++i) {
      const Z3Ast argument(c_, Z3_func_entry_get_arg(c_, entry, i));
      ArrayValue value;
      good = arguments[i].isArray() ? readArray(argument, arguments[i], value)
                                    : readBits(argument.raw(), arguments[i].width, value.otherwise);
      if (good) logic::appendWords(words, value);
    }
    if (good) add(std::move(words), result);
    Z3_func_entry_dec_ref(c_, entry);
    return good;
  }

  Z3_context c_;
  const Z3Translator& translator_;
  logic::TermManager& terms_;
  Z3_model model_;
};

} // namespace

std::expected<logic::Assignment, std::string> readModel(Z3Context& context, const Z3Translator& translator,
                                                        logic::TermManager& terms, Z3_model model,
                                                        std::span<const logic::Term> constraints) {
  ModelReader reader(context, translator, terms, model);
  if (!reader.read(constraints)) return std::unexpected(std::move(reader.problem));
  if (context.failed()) return std::unexpected("Z3's model: " + context.error());
  return std::move(reader.values);
}

} // namespace beagle::solver
