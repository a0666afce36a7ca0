#include "analysis/input/leaves.h"

namespace beagle::input {

const Leaf& Leaves::leaf(std::string path, ir::ScalarType type, ir::TypeIndex source, std::uint32_t owner) {
  if (const auto found = byPath_.find(path); found != byPath_.end()) return *found->second;
  const logic::Sort sort = type.width == 1 ? logic::Sort::boolean() : logic::Sort::bits(type.width);
  leaves_.push_back({path, terms_.variable(path, sort), type, source, owner});
  byPath_.emplace(std::move(path), &leaves_.back());
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
