// std::ios_base::failure

#include "analysis/exec/runtime/cxx/undestroyed.h"

#include <ios>

namespace std {

namespace {

class IostreamCategory final : public error_category {
public:
  const char* name() const noexcept override { return "iostream"; }
  string message(int number) const override {
    return number == static_cast<int>(io_errc::stream) ? "iostream error" : "Unknown error";
  }
};

} // namespace

const error_category& iostream_category() noexcept { return beagle::undestroyed<IostreamCategory>(); }

ios_base::failure::failure(const string& text) : system_error(io_errc::stream, text) {}
ios_base::failure::failure(const string& text, const error_code& code) : system_error(code, text) {}
ios_base::failure::failure(const char* text, const error_code& code) : system_error(code, text) {}
ios_base::failure::~failure() noexcept = default;
const char* ios_base::failure::what() const noexcept { return runtime_error::what(); }

void __throw_ios_failure(const char* text) { throw ios_base::failure(text); }
void __throw_ios_failure(const char* text, int number) {
  throw number ? ios_base::failure(text, error_code(number, generic_category())) : ios_base::failure(text);
}

} // namespace std
