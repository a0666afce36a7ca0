#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace beagle::change {

/// A small C program as a tree that can be written down in many ways which mean the same, and that can be
/// edited so that it means something else. All arithmetic is unsigned: no run is undefined.
struct TreeExpression {
  char sign = 'c'; ///< 'c' constant, 'v' local, 'a' parameter, 'p' element of p; else a binary operator
  unsigned value = 0;
  std::vector<TreeExpression> operands;
};

struct TreeStatement {
  enum class Kind { Assign, Store, Call, Effect, If, Loop } kind = Kind::Assign;
  unsigned target = 0; ///< local or element; bound of a loop
  std::string predicate;
  std::vector<TreeExpression> expressions;
  std::vector<TreeStatement> then, otherwise;
};

using TreeProgram = std::vector<TreeStatement>;

constexpr unsigned treeLocals = 3;

class TreeMaker {
public:
  explicit TreeMaker(std::uint32_t seed) : random_(seed) {}

  TreeProgram program() { return list(4, 2); }

  /// One edit; false if the one drawn does not fit.
  bool edit(TreeProgram& program) {
    std::vector<TreeExpression*> expressions;
    std::vector<TreeStatement*> conditions;
    std::vector<std::pair<TreeProgram*, std::size_t>> effects;
    collect(program, expressions, conditions, effects);
    TreeExpression& one = *expressions[pick(expressions.size())];
    switch (pick(4)) {
    case 0:
      if (one.sign != 'c') return false;
      one.value += 1 + pick(3);
      return true;
    case 1:
      if (one.operands.empty()) return false;
      one.sign = one.sign == '+' ? '-' : '+';
      return true;
    case 2:
      if (conditions.empty()) return false;
      conditions[pick(conditions.size())]->predicate = predicates()[pick(6)];
      return true;
    default: {
      if (effects.empty()) return false;
      const auto [owner, place] = effects[pick(effects.size())];
      owner->erase(owner->begin() + static_cast<std::ptrdiff_t>(place));
      return true;
    }
    }
  }

  unsigned pick(std::size_t below) { return static_cast<unsigned>(random_() % below); }

  static const std::vector<std::string>& predicates() {
    static const std::vector<std::string> all{"<", "<=", ">", ">=", "==", "!="};
    return all;
  }

private:
  TreeProgram list(unsigned count, unsigned depth) {
    TreeProgram statements;
    for (unsigned i = 0; i < count; ++i) statements.push_back(statement(depth));
    return statements;
  }

  TreeStatement statement(unsigned depth) {
    TreeStatement one;
    one.kind = static_cast<TreeStatement::Kind>(pick(depth > 0 ? 6 : 4));
    one.target = one.kind == TreeStatement::Kind::Store ? pick(4) : pick(treeLocals);
    one.expressions.push_back(expression(2));
    if (one.kind == TreeStatement::Kind::Effect) one.expressions.push_back(expression(1));
    if (one.kind == TreeStatement::Kind::If) {
      one.expressions.push_back(expression(1));
      one.predicate = predicates()[pick(6)];
      one.then = list(1 + pick(2), depth - 1);
      one.otherwise = list(1 + pick(2), depth - 1);
    }
    if (one.kind == TreeStatement::Kind::Loop) {
      one.expressions.clear();
      one.target = 1 + pick(3);
      one.then = list(1 + pick(2), depth - 1);
    }
    return one;
  }

  TreeExpression expression(unsigned depth) {
    TreeExpression one;
    if (depth == 0 || pick(3) == 0) {
      one.sign = "cvap"[pick(4)];
      one.value = one.sign == 'c' ? pick(10) : one.sign == 'v' ? pick(treeLocals) : one.sign == 'a' ? pick(2) : pick(4);
      return one;
    }
    one.sign = "+-*&|^"[pick(6)];
    one.operands = {expression(depth - 1), expression(depth - 1)};
    return one;
  }

  static void collect(TreeExpression& one, std::vector<TreeExpression*>& expressions) {
    expressions.push_back(&one);
    for (TreeExpression& operand : one.operands) collect(operand, expressions);
  }

  static void collect(TreeProgram& program, std::vector<TreeExpression*>& expressions,
                      std::vector<TreeStatement*>& conditions,
                      std::vector<std::pair<TreeProgram*, std::size_t>>& effects) {
    for (std::size_t i = 0; i < program.size(); ++i) {
      TreeStatement& one = program[i];
      for (TreeExpression& expression : one.expressions) collect(expression, expressions);
      if (one.kind == TreeStatement::Kind::If) conditions.push_back(&one);
      if (one.kind == TreeStatement::Kind::Store || one.kind == TreeStatement::Kind::Effect)
        effects.emplace_back(&program, i);
      collect(one.then, expressions, conditions, effects);
      collect(one.otherwise, expressions, conditions, effects);
    }
  }

  std::mt19937 random_;
};

/// Writes a program down. With a seed of 0 plainly; with another one with other names, operands of commutative
/// operators and comparisons exchanged, branches negated with their arms exchanged, temporaries, declarations in
/// another order, other layout and comments.
class TreeWriter {
public:
  explicit TreeWriter(std::uint32_t seed) : plain_(seed == 0), random_(seed) {}

  std::string function(const TreeProgram& program, const std::string& name) {
    std::string text = "unsigned " + name + "(unsigned a0, unsigned a1, unsigned *p)" + gap() + "{" + gap();
    std::vector<std::string> declarations;
    for (unsigned i = 0; i < treeLocals; ++i)
      declarations.push_back("unsigned " + local(i) + " = " + std::to_string(i + 1) + ";");
    if (!plain_) std::ranges::shuffle(declarations, random_);
    for (const std::string& declaration : declarations) text += declaration + gap();
    text += list(program, 0) + "return " + local(0) + " + " + local(1) + " * 3 + " + local(2) + " * 5;" + gap() + "}\n";
    return text;
  }

private:
  bool coin() { return !plain_ && random_() % 2 == 0; }
  std::string gap() {
    static const char* const gaps[] = {"\n", "\n\n  ", " /* a note */\n", " // (x\n"};
    return plain_ ? "\n" : gaps[random_() % 4];
  }
  [[nodiscard]] std::string local(unsigned i) const { return (plain_ ? "v" : "renamed_") + std::to_string(i); }

  std::string list(const TreeProgram& program, unsigned depth) {
    std::string text;
    for (const TreeStatement& one : program) text += statement(one, depth);
    return text;
  }

  std::string statement(const TreeStatement& one, unsigned depth) {
    using Kind = TreeStatement::Kind;
    switch (one.kind) {
    case Kind::Assign: return simple(local(one.target) + " = ", one.expressions[0], "");
    case Kind::Store: return simple("p[" + std::to_string(one.target) + "] = ", one.expressions[0], "");
    case Kind::Call: return simple(local(one.target) + " = g(", one.expressions[0], ")");
    case Kind::Effect: return simple("h(", one.expressions[0], ", " + expression(one.expressions[1]) + ")");
    case Kind::If: {
      const bool negate = coin();
      const std::string condition = comparison(one);
      return "if (" + (negate ? "!(" + condition + ")" : condition) + ") {" + gap() +
             list(negate ? one.otherwise : one.then, depth + 1) + "} else {" + gap() +
             list(negate ? one.then : one.otherwise, depth + 1) + "}" + gap();
    }
    case Kind::Loop: {
      const std::string counter = (plain_ ? "i" : "k") + std::to_string(depth);
      const std::string step = coin() ? "++" + counter : counter + " += 1";
      return "for (unsigned " + counter + " = 0; " + counter + " < " + std::to_string(one.target) + "; " + step +
             ") {" + gap() + list(one.then, depth + 1) + "}" + gap();
    }
    }
    return {};
  }

  std::string simple(const std::string& before, const TreeExpression& value, const std::string& after) {
    if (!coin()) return before + expression(value) + after + ";" + gap();
    return "{ unsigned t = " + expression(value) + ";" + gap() + before + "t" + after + "; }" + gap();
  }

  std::string comparison(const TreeStatement& one) {
    const std::string left = expression(one.expressions[0]), right = expression(one.expressions[1]);
    if (!coin()) return left + " " + one.predicate + " " + right;
    std::string mirrored = one.predicate;
    if (mirrored[0] == '<') mirrored[0] = '>';
    else if (mirrored[0] == '>') mirrored[0] = '<';
    return right + " " + mirrored + " " + left;
  }

  std::string expression(const TreeExpression& one) {
    switch (one.sign) {
    case 'c': return coin() ? "0" + octal(one.value) + "u" : std::to_string(one.value) + "u";
    case 'v': return local(one.value);
    case 'a': return "a" + std::to_string(one.value);
    case 'p': return coin() ? "*(p + " + std::to_string(one.value) + ")" : "p[" + std::to_string(one.value) + "]";
    default: break;
    }
    std::string left = expression(one.operands[0]), right = expression(one.operands[1]);
    if (one.sign != '-' && coin()) std::swap(left, right);
    return "(" + left + " " + one.sign + " " + right + ")";
  }

  static std::string octal(unsigned value) {
    return value < 8 ? std::to_string(value) : octal(value / 8) + octal(value % 8);
  }

  bool plain_;
  std::mt19937 random_;
};

} // namespace beagle::change
