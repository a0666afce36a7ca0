#include "analysis/support/ordered_json.h"

#include <nlohmann/json.hpp>

#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace beagle::support {

namespace {

using Json = nlohmann::ordered_json;

/// Puts values where they belong as they come. The library looks for each name among those that are there.
class OrderedBuilder final : public nlohmann::json_sax<Json> {
public:
  explicit OrderedBuilder(int deepest) : deepest_(deepest) {}

  Json result{Json::value_t::discarded};
  bool isTooDeep = false;

  bool null() override { return add(nullptr) != nullptr; }
  bool boolean(bool value) override { return add(value) != nullptr; }
  bool number_integer(number_integer_t value) override { return add(value) != nullptr; }
  bool number_unsigned(number_unsigned_t value) override { return add(value) != nullptr; }
  bool number_float(number_float_t value, const string_t& /*text*/) override { return add(value) != nullptr; }
  bool string(string_t& value) override { return add(std::move(value)) != nullptr; }
  bool binary(binary_t& value) override { return add(Json::binary(std::move(value))) != nullptr; }
  bool start_object(std::size_t /*members*/) override { return open(Json::object()); }
  bool start_array(std::size_t /*elements*/) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    name_ = std::move(name);
    return true;
  }
  bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*error*/) override {
    return false;
  }

private:
  using Members = std::vector<std::pair<const std::string, Json>>;

  Json* add(Json value) {
    if (open_.empty()) return &(result = std::move(value));
    if (open_.back()->is_array()) return &open_.back()->emplace_back(std::move(value));
    Members& members = open_.back()->get_ref<Json::object_t&>();
    return &members.emplace_back(std::move(name_), std::move(value)).second;
  }
  /// Nothing is added to what holds an open value before that is closed: it stays where it is.
  bool open(Json value) {
    isTooDeep = static_cast<int>(open_.size()) > deepest_;
    if (!isTooDeep) open_.push_back(add(std::move(value)));
    return !isTooDeep;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  int deepest_;
  std::vector<Json*> open_;
  std::string name_;
};

} // namespace

Json parseOrdered(std::string_view text, int deepest, bool* isTooDeep) {
  OrderedBuilder builder(deepest);
  const bool isWhole = Json::sax_parse(text, &builder);
  if (isTooDeep) *isTooDeep = builder.isTooDeep;
  return isWhole ? std::move(builder.result) : Json(Json::value_t::discarded);
}

Json parseOrdered(std::string_view text) { return parseOrdered(text, std::numeric_limits<int>::max()); }

} // namespace beagle::support
