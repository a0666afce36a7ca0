#include "analysis/change/field_order_changes.h"

#include "analysis/change/phrases.h"
#include "analysis/support/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace beagle::change {

namespace {

using By = ir::FieldOrder::By;
using Fields = std::vector<std::string>;

/// The fields that both have, each in its order.
struct Common {
  Fields base, head;
};

Fields only(const Fields& fields, const Fields& others) {
  Fields kept;
  for (const std::string& field : fields)
    if (std::ranges::find(others, field) != others.end()) kept.push_back(field);
  return kept;
}

const ir::FieldOrder* sameIn(const FieldOrders& orders, const ir::FieldOrder& wanted) {
  const auto it = std::ranges::find_if(
      orders, [&](const ir::FieldOrder& order) { return order.by == wanted.by && order.record == wanted.record; });
  return it == orders.end() ? nullptr : &*it;
}

/// The first that differs.
std::optional<std::pair<Common, const ir::FieldOrder*>> changedOrder(const FieldOrders& base, const FieldOrders& head) {
  for (const ir::FieldOrder& is : head) {
    const ir::FieldOrder* was = sameIn(base, is);
    if (!was) continue;
    Common common{only(was->fields, is.fields), only(is.fields, was->fields)};
    if (common.base != common.head) return std::pair(std::move(common), &is);
  }
  return std::nullopt;
}

bool isBase(std::string_view member) { return member.starts_with("base "); }

std::string named(std::string_view member) { return quoted(isBase(member) ? member.substr(5) : member); }

std::string listOf(const Fields& fields) {
  Fields names;
  for (const std::string& field : fields) names.emplace_back(isBase(field) ? field.substr(5) : field);
  return support::join(names, ", ");
}

std::string whatGoesBy(By by, const std::string& record, bool byCompiler) {
  const std::string made = byCompiler ? fmt::format(" that the compiler makes of {}", quoted(record)) : "";
  switch (by) {
  case By::Braces: return "values in braces go to them in that order";
  case By::Binding: return "names in brackets stand for them in that order";
  case By::Comparison: return fmt::format("the comparison{} goes by their order", made);
  case By::Making:
    return byCompiler ? fmt::format("the constructor{} goes by their order", made) : "it makes them in that order";
  case By::Copying: return fmt::format("the copy{} goes by their order", made);
  case By::Ending:
    return byCompiler ? fmt::format("the destructor{} goes by their order", made)
                      : "it ends them in the opposite order";
  }
  return {};
}

} // namespace

bool sameOrders(const FieldOrders& base, const FieldOrders& head) { return !changedOrder(base, head); }

std::string describeOrders(const FieldOrders& base, const FieldOrders& head, bool byCompiler) {
  const auto changed = changedOrder(base, head);
  if (!changed) return {};
  const auto& [common, order] = *changed;
  Fields moved;
  for (std::size_t i = 0; i < common.base.size(); ++i)
    if (common.base[i] != common.head[i]) moved.push_back(common.base[i]);
  const bool bases = std::ranges::all_of(moved, isBase), fields = std::ranges::none_of(moved, isBase);
  const std::string_view noun = bases ? "base classes " : fields ? "fields " : "";
  std::string what;
  if (moved.size() == 2) {
    what =
        fmt::format("{}{} and {} of {} changed places", noun, named(moved[0]), named(moved[1]), quoted(order->record));
  } else {
    const auto [was, is] = quotedPair(listOf(common.base), listOf(common.head));
    what = fmt::format("order of {}of {}: {} became {}", bases ? noun : "fields ", quoted(order->record), was, is);
  }
  return what + ", and " + whatGoesBy(order->by, order->record, byCompiler);
}

} // namespace beagle::change
