// <regex>: what is not in its headers.

#include <regex>

namespace std {

namespace {

const char* meaningOf(regex_constants::error_type code) {
  static const char* const meanings[] = {"Invalid collating element in regular expression",
                                         "Invalid character class in regular expression",
                                         "Invalid escape in regular expression",
                                         "Invalid back reference in regular expression",
                                         "Mismatched '[' and ']' in regular expression",
                                         "Mismatched '(' and ')' in regular expression",
                                         "Mismatched '{' and '}' in regular expression",
                                         "Invalid range in '{}' in regular expression",
                                         "Invalid character range in regular expression",
                                         "Insufficient memory to compile regular expression",
                                         "Invalid '?', '*', or '+' in regular expression",
                                         "Complexity of regex match exceeded implementation limits",
                                         "Insufficient memory to determine regex match",
                                         "Unexpected null character in regular expression",
                                         "Conflicting regex grammar options"};
  const auto number = static_cast<size_t>(code);
  return number < sizeof meanings / sizeof *meanings ? meanings[number] : "regex error";
}

} // namespace

regex_error::regex_error(regex_constants::error_type code) : runtime_error(meaningOf(code)), _M_code(code) {}
regex_error::~regex_error() noexcept = default;

void __throw_regex_error(regex_constants::error_type code) { throw regex_error(code); }

} // namespace std
