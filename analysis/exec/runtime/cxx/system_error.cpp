// <system_error>

#include "analysis/exec/runtime/cxx/undestroyed.h"

#include <cstring>
#include <system_error>

namespace std {

inline namespace _V2 {

error_category::~error_category() = default;
__cow_string error_category::_M_message(int number) const { return __cow_string(message(number)); }
error_condition error_category::default_error_condition(int number) const noexcept {
  return error_condition(number, *this);
}
bool error_category::equivalent(int number, const error_condition& condition) const noexcept {
  return default_error_condition(number) == condition;
}
bool error_category::equivalent(const error_code& code, int number) const noexcept {
  return *this == code.category() && code.value() == number;
}

} // namespace _V2

namespace {

class GenericCategory final : public error_category {
public:
  const char* name() const noexcept override { return "generic"; }
  string message(int number) const override { return strerror(number); }
};

/// Its numbers are those of errno, too.
class SystemCategory final : public error_category {
public:
  const char* name() const noexcept override { return "system"; }
  string message(int number) const override { return strerror(number); }
  error_condition default_error_condition(int number) const noexcept override {
    return error_condition(number, generic_category());
  }
};

} // namespace

inline namespace _V2 {

const error_category& generic_category() noexcept { return beagle::undestroyed<GenericCategory>(); }

const error_category& system_category() noexcept { return beagle::undestroyed<SystemCategory>(); }

} // namespace _V2

error_condition error_code::default_error_condition() const noexcept {
  return category().default_error_condition(value());
}

system_error::~system_error() noexcept = default;

void __throw_system_error(int number) { throw system_error(error_code(number, generic_category())); }

} // namespace std
