#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace beagle::change {

/// Makes small C functions `int f(int a, int b, int *p)`, the same for the same seed. Statements are kept apart
/// so that a test can edit them: each is a whole statement, whatever it contains.
class ProgramMaker {
public:
  explicit ProgramMaker(std::uint32_t seed) : random_(seed) {}

  std::vector<std::string> statements(unsigned count, unsigned depth = 2) {
    std::vector<std::string> list;
    for (unsigned i = 0; i < count; ++i) list.push_back(statement(depth));
    return list;
  }

  /// p has at least eight elements.
  std::string statement(unsigned depth) {
    switch (pick(depth > 0 ? 9 : 5)) {
    case 0:
    case 1: return variable() + (pick(2) ? " = " : " += ") + expression(2) + ";";
    case 2: return "p[" + number(8) + "] = " + expression(1) + ";";
    case 3: return variable() + " = g(" + expression(1) + ");";
    case 4: return "h(" + variable() + ", " + expression(1) + ");";
    case 5:
    case 6: return "if (" + condition() + ") { " + statement(depth - 1) + " } else { " + statement(depth - 1) + " }";
    case 7: return "if (" + condition() + ") { " + statement(depth - 1) + " " + statement(depth - 1) + " }";
    default: {
      // Names of loop counters tell nested loops apart; the bound keeps every run short.
      const std::string counter = "i" + std::to_string(depth);
      return "for (int " + counter + " = 0; " + counter + " < " + number(4) + "; " + counter + "++) { " +
             statement(depth - 1) + " " + variable() + " ^= " + counter + "; }";
    }
    }
  }

  std::string expression(unsigned depth) {
    if (depth == 0 || pick(4) == 0) return leaf();
    static const char* const operators[] = {"+", "-", "*", "&", "|", "^"};
    return "(" + expression(depth - 1) + " " + operators[pick(6)] + " " + expression(depth - 1) + ")";
  }

  std::string condition() {
    static const char* const predicates[] = {"<", "<=", "==", "!=", ">", ">="};
    return leaf() + " " + predicates[pick(6)] + " " + expression(1);
  }

  /// Arithmetic is unsigned inside, so that no run is undefined.
  static std::string function(const std::vector<std::string>& statements, const std::string& name = "f") {
    std::string text = "unsigned g(unsigned); void h(unsigned, unsigned);\nunsigned " + name +
                       "(unsigned a, unsigned b, unsigned *p) {\n  unsigned x = a, y = b, z = 1;\n";
    for (const std::string& statement : statements) text += "  " + statement + "\n";
    return text + "  return x + y * 3 + z * 5;\n}\n";
  }

  unsigned pick(unsigned below) { return static_cast<unsigned>(random_() % below); }

private:
  std::string variable() { return std::string(1, "xyz"[pick(3)]); }
  std::string number(unsigned below) { return std::to_string(pick(below)); }
  std::string leaf() {
    switch (pick(4)) {
    case 0: return number(20) + "u";
    case 1: return std::string(1, "ab"[pick(2)]);
    case 2: return "p[" + number(8) + "]";
    default: return variable();
    }
  }

  std::mt19937 random_;
};

} // namespace beagle::change
