// What std::num_put and std::num_get have in common.

#include <ios>
#include <locale>

namespace std {

const char* __num_base::_S_atoms_out = "-+xX0123456789abcdef0123456789ABCDEF";
const char* __num_base::_S_atoms_in = "-+xX0123456789abcdefABCDEF";

/// The conversion of printf that the flags stand for.
void __num_base::_S_format_float(const ios_base& stream, char* format, char modifier) noexcept {
  const ios_base::fmtflags flags = stream.flags();
  const ios_base::fmtflags field = flags & ios_base::floatfield;
  const bool isHexadecimal = field == ios_base::floatfield;
  const bool isUpper = (flags & ios_base::uppercase) != 0;
  *format++ = '%';
  if (flags & ios_base::showpos) *format++ = '+';
  if (flags & ios_base::showpoint) *format++ = '#';
  if (!isHexadecimal) {
    *format++ = '.';
    *format++ = '*';
  }
  if (modifier) *format++ = modifier;
  if (field == ios_base::fixed) *format++ = 'f';
  else if (field == ios_base::scientific) *format++ = isUpper ? 'E' : 'e';
  else if (isHexadecimal) *format++ = isUpper ? 'A' : 'a';
  else *format++ = isUpper ? 'G' : 'g';
  *format = 0;
}

/// Whether the groups of digits that were read are those of the locale: the last ones as it says, and the
/// first one no longer than that.
bool __verify_grouping(const char* grouping, size_t groupings, const string& found) noexcept {
  const size_t last = found.size() - 1;
  const size_t known = min(last, groupings - 1);
  size_t at = last;
  for (size_t i = 0; i < known; ++i, --at)
    if (found[at] != grouping[i]) return false;
  for (; at > 0; --at)
    if (found[at] != grouping[known]) return false;
  if (static_cast<signed char>(grouping[known]) > 0 && grouping[known] != __gnu_cxx::__numeric_traits<char>::__max)
    return found[0] <= grouping[known];
  return true;
}

} // namespace std
