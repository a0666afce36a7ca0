#include "analysis/solver/z3_context.h"

#include "analysis/support/process_memory.h"

namespace beagle::solver {

namespace {

// Z3's default handler prints and leaves the process.
void ignoreError(Z3_context, Z3_error_code) {}

std::uint64_t keyOf(logic::Sort sort) {
  return static_cast<std::uint64_t>(sort.kind) << 40 | static_cast<std::uint64_t>(sort.index) << 32 | sort.width;
}

} // namespace

Z3Context::Z3Context() {
  Z3_config config = Z3_mk_config();
  context_ = Z3_mk_context_rc(config);
  Z3_del_config(config);
  Z3_set_error_handler(context_, ignoreError);
  // Otherwise Z3 writes warnings to stderr.
  Z3_toggle_warning_messages(false);
  boolean_ = keep(keyOf(logic::Sort::boolean()), Z3_mk_bool_sort(context_));
}

Z3Context::~Z3Context() {
  for (const auto& [key, sort] : sorts_) Z3_dec_ref(context_, Z3_sort_to_ast(context_, sort));
  const support::FreedMemoryStays forTheNextOne;
  Z3_del_context(context_);
}

std::string Z3Context::error() const {
  const Z3_error_code code = Z3_get_error_code(context_);
  return code == Z3_OK ? "no error" : Z3_get_error_msg(context_, code);
}

Z3_sort Z3Context::keep(std::uint64_t key, Z3_sort sort) {
  Z3_inc_ref(context_, Z3_sort_to_ast(context_, sort));
  sorts_.emplace(key, sort);
  return sort;
}

Z3_sort Z3Context::bits(std::uint32_t width) {
  const std::uint64_t key = keyOf(logic::Sort::bits(width));
  const auto found = sorts_.find(key);
  return found != sorts_.end() ? found->second : keep(key, Z3_mk_bv_sort(context_, width));
}

Z3_sort Z3Context::floating(logic::FloatFormat format) {
  const std::uint64_t key = keyOf(logic::Sort::floating(format));
  const auto found = sorts_.find(key);
  if (found != sorts_.end()) return found->second;
  const logic::FloatShape shape = logic::shapeOf(format);
  return keep(key, Z3_mk_fpa_sort(context_, shape.exponent, shape.significand));
}

Z3_sort Z3Context::carrier(logic::Sort sort) {
  switch (sort.kind) {
  case logic::SortKind::Bool: return boolean_;
  case logic::SortKind::BitVector: return bits(sort.width);
  case logic::SortKind::Float: return bits(logic::widthOf(sort.format()));
  case logic::SortKind::Array: break;
  }
  const std::uint64_t key = keyOf(sort);
  const auto found = sorts_.find(key);
  if (found != sorts_.end()) return found->second;
  Z3_sort index = bits(sort.index);
  return keep(key, Z3_mk_array_sort(context_, index, bits(sort.width)));
}

} // namespace beagle::solver
