// <future>: results that are there when they are asked for. Nobody else could make one that is not.

#include "analysis/exec/runtime/cxx/engine.h"
#include "analysis/exec/runtime/cxx/undestroyed.h"

#include <future>

namespace std {

namespace {

class FutureCategory final : public error_category {
public:
  const char* name() const noexcept override { return "future"; }
  string message(int number) const override {
    switch (static_cast<future_errc>(number)) {
    case future_errc::promise_already_satisfied: return "Promise already satisfied";
    case future_errc::future_already_retrieved: return "Future already retrieved";
    case future_errc::no_state: return "No associated state";
    case future_errc::broken_promise: return "Broken promise";
    }
    return "Unknown error";
  }
};

} // namespace

const error_category& future_category() noexcept { return beagle::undestroyed<FutureCategory>(); }

future_error::~future_error() noexcept = default;
const char* future_error::what() const noexcept { return logic_error::what(); }
void __throw_future_error(int number) { throw future_error(make_error_code(static_cast<future_errc>(number))); }

__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;

bool __atomic_futex_unsigned_base::_M_futex_wait_until(unsigned*, unsigned, bool, chrono::seconds,
                                                       chrono::nanoseconds) {
  beagle_unsupported("waiting for what another thread does");
}
bool __atomic_futex_unsigned_base::_M_futex_wait_until_steady(unsigned*, unsigned, bool, chrono::seconds,
                                                              chrono::nanoseconds) {
  beagle_unsupported("waiting for what another thread does");
}
void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned*) {}

} // namespace std
