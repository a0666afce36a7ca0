#include "analysis/change/file_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace beagle::change {

namespace {

/// Whether the part of a line is dropped: it is but for what says nothing by itself.
bool covers(const std::vector<const ir::TextRange*>& ranges, const LinePart& part, const std::string& text) {
  bool some = false;
  for (std::uint32_t column = part.begin; column < part.end; ++column) {
    const auto at = std::tuple(part.line, column);
    const bool isCovered = std::ranges::any_of(ranges, [&](const ir::TextRange* range) {
      return std::tie(range->line, range->column) <= at && at < std::tie(range->endLine, range->endColumn);
    });
    const char c = column <= text.size() ? text[column - 1] : ' ';
    if (isCovered) some = some || c != ' ';
    else if (!std::string_view(" \t\r\\;,(){}").contains(c)) return false;
  }
  return some;
}

bool touches(const ir::TextRange& range, const LinePart& part) {
  return std::tie(range.line, range.column) < std::tuple(part.line, part.end) &&
         std::tuple(part.line, part.begin) < std::tie(range.endLine, range.endColumn);
}

std::string_view whyDropped(ir::Choice::Of of, bool inTemplate) {
  switch (of) {
  case ir::Choice::Of::IfConstexpr:
    return inTemplate ? "the side of `if constexpr` that no instantiation takes"
                      : "the side of `if constexpr` that is not taken";
  case ir::Choice::Of::Generic: return "what `_Generic` never selects";
  case ir::Choice::Of::ChooseExpr: return "the side of `__builtin_choose_expr` that is not chosen";
  case ir::Choice::Of::Condition: return "the side of a condition that a constant decides against";
  case ir::Choice::Of::Case: return "a case of `switch` that a constant never selects";
  case ir::Choice::Of::Behind: return "code that nothing gets to";
  }
  return {};
}

} // namespace

FileView::FileView(const Program& program, const std::string& path) : path_(path) {
  for (const LoadedUnit& unit : program.units) {
    const auto file = std::ranges::find(unit.facts.files, path, &ir::UnitFile::path);
    if (file == unit.facts.files.end()) continue;
    std::vector<bool> skipped;
    for (const auto& [first, last] : file->skipped) {
      if (skipped.size() < last) skipped.resize(last);
      std::fill(skipped.begin() + first - 1, skipped.begin() + last, true);
    }
    if (readers_.empty()) inactive_ = skipped;
    for (std::size_t i = 0; i < inactive_.size(); ++i)
      if (i >= skipped.size() || !skipped[i]) inactive_[i] = false;
    readers_.push_back({&unit.facts, &*file, needsOf(unit.facts)});
    for (std::size_t i = 0; i < unit.facts.sources.size(); ++i) {
      const ir::WrittenFunction& source = unit.facts.sources[i];
      if (source.file != path) continue;
      Need& need = bodies_[{source.line, source.endLine, source.name, source.isTemplate, source.body}];
      need = std::max(need, readers_.back().needs[i]);
    }
  }
}

/// Functions that code is made of, and what these and the rest of the unit need when it is compiled.
std::vector<FileView::Need> FileView::needsOf(const ir::UnitFacts& facts) {
  std::vector<Need> needs(facts.sources.size(), Need::None);
  std::vector<std::size_t> open;
  const auto note = [&](std::size_t source, Need need) {
    if (needs[source] >= need) return;
    needs[source] = need;
    if (need == Need::Code) open.push_back(source);
  };
  // Debug info knows lambdas by their lines: of several in one line, nobody knows which one has that code.
  std::multimap<std::tuple<std::string_view, std::uint32_t, std::string_view>, std::size_t> places;
  const auto placeOf = [&](std::size_t source) {
    const ir::WrittenFunction& function = facts.sources[source];
    return std::tuple(std::string_view(function.file), function.line, std::string_view(function.name));
  };
  for (std::size_t i = 0; i < facts.sources.size(); ++i)
    if (facts.sources[i].name.ends_with("(lambda)")) places.emplace(placeOf(i), i);
  for (const ir::FunctionFacts& function : facts.functions) {
    if (function.source < 0) continue;
    note(static_cast<std::size_t>(function.source), Need::Code);
    const auto [begin, end] = places.equal_range(placeOf(static_cast<std::size_t>(function.source)));
    for (auto same = begin; same != end; ++same) note(same->second, Need::Code);
  }
  for (std::size_t i = 0; i < facts.sources.size(); ++i) {
    if (facts.sources[i].isEvaluated) note(i, Need::Code);
    if (facts.sources[i].isNamed) note(i, Need::Type);
  }
  while (!open.empty()) {
    const std::size_t source = open.back();
    open.pop_back();
    for (const ir::FunctionUse& use : facts.sources[source].evaluates)
      note(use.source, use.onlyNamed ? Need::Type : Need::Code);
  }
  return needs;
}

std::set<bool> FileView::conditionAt(std::uint32_t line) const {
  std::set<bool> outcomes;
  for (const Reader& reader : readers_)
    for (const ir::Condition& condition : reader.file->conditions)
      if (condition.line <= line && line <= condition.endLine) outcomes.insert(condition.holds);
  return outcomes;
}

/// Whether no other function ends between the part and the braces behind it: it is of this one's head.
bool FileView::isHeadOf(const LinePart& part, const Body& body) const {
  const auto begin = std::tie(body.braces.line, body.braces.column);
  return std::tuple(part.line, part.end) <= begin && std::ranges::none_of(bodies_, [&](const auto& known) {
           const ir::TextRange& other = known.first.braces;
           const auto end = std::tie(other.endLine, other.endColumn);
           return std::tuple(part.line, part.begin) < end && end <= begin;
         });
}

/// The function around it of which no unit needs what stands there.
const FileView::Body* FileView::unneeded(const LinePart& part) const {
  for (const auto& [body, need] : bodies_) {
    if (need == Need::Code || part.line < body.line || body.endLine < part.line) continue;
    const bool hasBraces = body.braces.line != 0;
    if (!hasBraces || touches(body.braces, part) || (need == Need::None && isHeadOf(part, body))) return &body;
  }
  return nullptr;
}

/// What some unit drops there, and none takes.
const ir::Choice* FileView::dropped(const LinePart& part, const std::string& text) const {
  const ir::Choice* found = nullptr;
  std::vector<const Reader*> others;
  for (const Reader& reader : readers_) {
    std::vector<const ir::TextRange*> ranges;
    const ir::Choice* choice = nullptr;
    bool isTaken = false;
    for (const ir::Choice& candidate : reader.file->choices) {
      if (!touches(candidate.text, part)) continue;
      isTaken |= candidate.taken;
      if (candidate.taken) continue;
      ranges.push_back(&candidate.text);
      choice = &candidate;
    }
    if (covers(ranges, part, text)) found = choice;
    else if (isTaken) return nullptr;
    else others.push_back(&reader);
  }
  // A unit that makes code of the function around it and drops nothing there takes it.
  const auto takes = [&](const Reader* reader) {
    for (std::size_t i = 0; i < reader->needs.size(); ++i) {
      const ir::WrittenFunction& source = reader->facts->sources[i];
      if (reader->needs[i] == Need::Code && source.file == path_ && source.line <= part.line &&
          part.line <= source.endLine)
        return true;
    }
    return false;
  };
  return found && std::ranges::none_of(others, takes) ? found : nullptr;
}

std::string FileView::whyNotLookedAt(const LinePart& part, const std::string& text, bool old) const {
  const std::string line = fmt::format("{}line {}", old ? "old " : "", part.line);
  if (part.line <= inactive_.size() && inactive_[part.line - 1])
    return fmt::format("{} is left out by the preprocessor in every configuration", line);
  if (const Body* body = unneeded(part)) {
    if (bodies_.at(*body) == Need::Type)
      return fmt::format("`{}` is only asked for its type, so no code is made of it", body->name);
    return fmt::format("`{}` is {}, so no code is made of it", body->name,
                       body->isTemplate ? "never instantiated" : "never used");
  }
  if (const ir::Choice* choice = dropped(part, text)) {
    const bool inTemplate = std::ranges::any_of(bodies_, [&](const auto& known) {
      return known.first.isTemplate && known.first.line <= part.line && part.line <= known.first.endLine;
    });
    return fmt::format("{} is {}, so no code is made of it", line, whyDropped(choice->of, inTemplate));
  }
  return {};
}

} // namespace beagle::change
