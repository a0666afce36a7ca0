#include "analysis/compare/text_mask.h"

#include <regex>
#include <string>

namespace beagle::compare {

namespace {

// Digits are counted, so that no text is too long to be searched.
const std::string addresses = "0[xX][0-9a-fA-F]{4,16}";
const std::string clock = "[0-9]{1,2}:[0-9]{2}:[0-9]{2}([.,][0-9]{1,9})?";
const std::string zone = "( ?(Z|UTC|GMT|[+-][0-9]{2}:?[0-9]{2}))?";
const std::string month = "(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const std::string times = "((Mon|Tue|Wed|Thu|Fri|Sat|Sun),? )?" + month + " [ 0-9]?[0-9] " + clock + "( [0-9]{4})?" +
                          zone + "|[0-9]{4}[-/][0-9]{2}[-/][0-9]{2}([T ]" + clock + zone + ")?|" + clock + zone;

std::regex patternOf(TextMask mask) {
  std::string pattern;
  if (mask.addresses) pattern = addresses;
  if (mask.times) pattern += (pattern.empty() ? "" : "|") + times;
  return std::regex("\\b(" + pattern + ")\\b", std::regex::ECMAScript | std::regex::optimize);
}

} // namespace

std::vector<logic::Term> masked(logic::TermManager& terms, const std::vector<logic::Term>& text, TextMask mask) {
  if ((!mask.addresses && !mask.times) || text.empty()) return text;
  std::string known; // a character that nobody knows is none that a pattern has
  for (const logic::Term character : text)
    known += terms.isConstant(character) ? static_cast<char>(terms.bits(character).low64()) : '\0';
  const std::regex pattern = patternOf(mask);
  std::vector<logic::Term> result;
  std::size_t done = 0;
  for (std::sregex_iterator match(known.begin(), known.end(), pattern), end; match != end; ++match) {
    const auto from = static_cast<std::size_t>(match->position());
    result.insert(result.end(), text.begin() + static_cast<long>(done), text.begin() + static_cast<long>(from));
    result.push_back(terms.constant(8, 0));
    done = from + static_cast<std::size_t>(match->length());
  }
  result.insert(result.end(), text.begin() + static_cast<long>(done), text.end());
  return result;
}

} // namespace beagle::compare
