#include "analysis/change/frontend/text_bytes.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/ConvertUTF.h>

namespace beagle::change {

std::vector<std::uint32_t> escapeBytes(std::string& text) {
  const auto* at = reinterpret_cast<const llvm::UTF8*>(text.data());
  const llvm::UTF8* const end = at + text.size();
  if (const llvm::UTF8* all = at; llvm::isLegalUTF8String(&all, end)) return {};
  std::string escaped;
  std::vector<std::uint32_t> places;
  while (at < end) {
    const bool isCharacter = llvm::isLegalUTF8Sequence(at, end);
    const unsigned bytes = isCharacter ? llvm::getNumBytesForUTF8(*at) : 1;
    for (unsigned i = 0; i < bytes; ++i) {
      places.push_back(static_cast<std::uint32_t>(escaped.size()));
      if (isCharacter) escaped += static_cast<char>(at[i]);
    }
    if (!isCharacter) escaped += "\\x" + llvm::utohexstr(*at, false, 2);
    at += bytes;
  }
  places.push_back(static_cast<std::uint32_t>(escaped.size()));
  text = std::move(escaped);
  return places;
}

} // namespace beagle::change
