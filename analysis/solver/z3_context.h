#pragma once

#include "analysis/logic/sort.h"

#include <z3.h>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

namespace beagle::solver {

/// One Z3 context that never prints, exits or installs signal handlers. Z3 reports a failure by an error code
/// that stays until the next call, and hands out null where it has no result.
class Z3Context {
public:
  Z3Context();
  ~Z3Context();
  Z3Context(const Z3Context&) = delete;
  Z3Context& operator=(const Z3Context&) = delete;

  [[nodiscard]] Z3_context raw() const { return context_; }
  [[nodiscard]] bool failed() const { return Z3_get_error_code(context_) != Z3_OK; }
  [[nodiscard]] std::string error() const; ///< what Z3 says about its last failure

  [[nodiscard]] Z3_sort bits(std::uint32_t width);
  [[nodiscard]] Z3_sort boolean() const { return boolean_; }
  /// Z3's own floats; X87 has no place in it for the explicit leading bit.
  [[nodiscard]] Z3_sort floating(logic::FloatFormat format);
  /// The sort in which variables, arguments and results travel: floats are their bits.
  [[nodiscard]] Z3_sort carrier(logic::Sort sort);
  [[nodiscard]] Z3_symbol symbol(const std::string& name) const { return Z3_mk_string_symbol(context_, name.c_str()); }

  /// Resource units spent in this context so far, as last looked at.
  std::uint64_t resourcesSeen = 0;

private:
  Z3_sort keep(std::uint64_t key, Z3_sort sort);

  Z3_context context_ = nullptr;
  Z3_sort boolean_ = nullptr;
  std::unordered_map<std::uint64_t, Z3_sort> sorts_;
};

/// A counted reference to an AST: Z3 frees what nobody refers to at the next call.
class Z3Ast {
public:
  Z3Ast() = default;
  Z3Ast(Z3_context context, Z3_ast ast) : context_(context), ast_(ast) {
    if (ast_) Z3_inc_ref(context_, ast_);
  }
  Z3Ast(const Z3Ast& other) : Z3Ast(other.context_, other.ast_) {}
  Z3Ast(Z3Ast&& other) noexcept : context_(other.context_), ast_(std::exchange(other.ast_, nullptr)) {}
  Z3Ast& operator=(Z3Ast other) noexcept {
    std::swap(context_, other.context_);
    std::swap(ast_, other.ast_);
    return *this;
  }
  ~Z3Ast() {
    if (ast_) Z3_dec_ref(context_, ast_);
  }

  [[nodiscard]] Z3_ast raw() const { return ast_; }
  explicit operator bool() const { return ast_ != nullptr; }

private:
  Z3_context context_ = nullptr;
  Z3_ast ast_ = nullptr;
};

} // namespace beagle::solver
