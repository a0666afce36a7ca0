#include "analysis/change/template_names.h"

#include "analysis/change/tokens.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace beagle::change {

namespace {

/// A text with other words in it, and where its bytes are now.
class Renaming {
public:
  Renaming(std::string_view text, const TemplateNames& names) {
    std::uint32_t copied = 0;
    for (const Token& token : tokenise(text)) {
      if (token.kind != TokenKind::Word) continue;
      const auto it = names.find(text.substr(token.begin, token.end - token.begin));
      if (it == names.end()) continue;
      text_.append(text, copied, token.begin - copied).append(it->second);
      copied = token.end;
      shifts_.emplace_back(token.end, std::ssize(text_) - static_cast<std::ptrdiff_t>(token.end));
    }
    text_.append(text, copied);
  }

  [[nodiscard]] const std::string& text() const { return text_; }
  /// For the beginning or end of a token.
  [[nodiscard]] std::uint32_t moved(std::uint32_t offset) const {
    const auto next = std::ranges::upper_bound(shifts_, offset, {}, &std::pair<std::uint32_t, std::ptrdiff_t>::first);
    return next == shifts_.begin() ? offset : static_cast<std::uint32_t>(offset + std::prev(next)->second);
  }

private:
  std::string text_;
  std::vector<std::pair<std::uint32_t, std::ptrdiff_t>> shifts_; ///< from that byte on
};

} // namespace

TemplateNames renamedTemplateParameters(const ir::WrittenFunction& base, const ir::WrittenFunction& head) {
  TemplateNames names;
  if (base.templateParameters.size() != head.templateParameters.size()) return names;
  for (std::size_t i = 0; i < base.templateParameters.size(); ++i) {
    const std::string &was = base.templateParameters[i], &is = head.templateParameters[i];
    if (was != is && !was.empty() && !is.empty()) names[was] = is;
  }
  return names;
}

ir::WrittenFunction withNames(ir::WrittenFunction base, const TemplateNames& names) {
  if (names.empty()) return base;
  base.result = Renaming(base.result, names).text();
  for (ir::WrittenParameter& parameter : base.parameters) parameter.type = Renaming(parameter.type, names).text();
  return base;
}

ir::Outline withNames(ir::Outline base, const TemplateNames& names) {
  if (names.empty()) return base;
  const Renaming renaming(base.text, names);
  for (ir::OutlineNode& node : base.nodes) {
    node.begin = renaming.moved(node.begin);
    node.end = renaming.moved(node.end);
  }
  base.text = renaming.text();
  return base;
}

} // namespace beagle::change
