// entry: f
// paths: returned 2
// why: a text is not there beside a number, but it is beside nothing

#include <string>
#include <variant>

int f(const std::variant<int, std::string>& v, const std::variant<std::monostate, std::string>& w) {
  if (std::holds_alternative<std::monostate>(w)) return std::get<0>(v);
  return static_cast<int>(std::get<1>(w).size() + v.index());
}
