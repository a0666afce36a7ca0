#pragma once

#include "analysis/change/program.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace beagle::change {

/// A part of a line: columns from 1, `end` is just behind.
struct LinePart {
  std::uint32_t line = 0, begin = 0, end = 0;
};

/// What the units of one version say about one file.
class FileView {
public:
  FileView(const Program& program, const std::string& path);

  /// Whether some unit read it.
  [[nodiscard]] bool isRead() const { return !readers_.empty(); }
  /// Why no unit looks at a part of a line, `text` being the whole line's code; "" if one does. With `old`, the line
  /// is one of the old version.
  [[nodiscard]] std::string whyNotLookedAt(const LinePart& part, const std::string& text, bool old) const;
  /// The outcomes of the preprocessor's condition on a line; nothing where there is none, or none that is evaluated.
  [[nodiscard]] std::set<bool> conditionAt(std::uint32_t line) const;

private:
  /// What a unit needs a function for, from little to much.
  enum class Need : std::uint8_t { None, Type, Code };
  struct Reader {
    const ir::UnitFacts* facts;
    const ir::UnitFile* file;
    std::vector<Need> needs; ///< of its sources
  };
  struct Body {
    std::uint32_t line, endLine;
    std::string name;
    bool isTemplate;
    ir::TextRange braces;
    friend auto operator<=>(const Body&, const Body&) = default;
  };

  static std::vector<Need> needsOf(const ir::UnitFacts& facts);
  [[nodiscard]] bool isHeadOf(const LinePart& part, const Body& body) const;
  [[nodiscard]] const Body* unneeded(const LinePart& part) const;
  [[nodiscard]] const ir::Choice* dropped(const LinePart& part, const std::string& text) const;

  std::string path_;
  std::vector<Reader> readers_;
  std::vector<bool> inactive_;  ///< lines that every unit that read it left out; index 0 is line 1
  std::map<Body, Need> bodies_; ///< functions that stand in it
};

} // namespace beagle::change
