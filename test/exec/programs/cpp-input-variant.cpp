// entry: f
// paths: returned 4
// shows: v.index() = 1
// why: beside nothing, there is either a number that is compared, or another one; else a bool, which is true or false

#include <variant>

int f(const std::variant<int, double>& v, const std::variant<std::monostate, bool>& w) {
  if (std::holds_alternative<std::monostate>(w)) return v.index() == 0 ? std::get<0>(v) > 3 ? 1 : 2 : 3;
  if (!std::get<1>(w)) return 4;
  return 5;
}
