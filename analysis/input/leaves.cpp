#include "analysis/input/leaves.h"

namespace beagle::input {

const Leaf& Leaves::leaf(std::string path, ir::ScalarType type, const ir::SourceType* source, std::uint32_t owner) {
  if (const auto found = byPath_.find(path); found != byPath_.end()) return *found->second;
  const logic::Sort sort = type.width == 1 ? logic::Sort::boolean() : logic::Sort::bits(type.width);
  leaves_.push_back({path, terms_.variable(path, sort), type, source, owner, {}});
  byPath_.emplace(std::move(path), &leaves_.back());
  return leaves_.back();
}

const Leaf& Leaves::choice(const std::string& path, const std::string& what, std::uint32_t owner) {
  std::string name = path + " == " + what;
  if (const auto found = byPath_.find(name); found != byPath_.end()) return *found->second;
  leaves_.push_back(
      {path, terms_.variable(name, logic::Sort::boolean()), {ir::ScalarKind::Integer, 0, 1}, nullptr, owner, what});
  byPath_.emplace(std::move(name), &leaves_.back());
  return leaves_.back();
}

std::uint32_t Leaves::pointer(const std::string& path) {
  return pointers_.try_emplace(path, static_cast<std::uint32_t>(pointers_.size())).first->second;
}

const Leaf* Leaves::find(std::string_view path) const {
  const auto found = byPath_.find(std::string(path));
  return found == byPath_.end() ? nullptr : found->second;
}

} // namespace beagle::input
