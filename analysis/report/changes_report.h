#pragma once

#include "analysis/support/terminal.h"

#include <cstdint>
#include <string>
#include <vector>

namespace beagle::report {

/// What `beagle changes` shows. Plain data: every view is made from this, and nothing else is known to a view.
struct ChangesReport {
  struct Version {
    std::string spec, commit, summary;
    std::string method, why; ///< how it was built
    std::size_t units = 0, compiled = 0;
    struct Failure {
      std::string unit, error;
    };
    std::vector<Failure> failed;
  };
  struct Detail {
    std::string sentence;
    std::uint32_t baseLine = 0, headLine = 0;
  };
  struct Counts {
    std::size_t unchanged = 0, changed = 0, added = 0, removed = 0;
  };
  struct Function {
    std::string id, name, signature, linkageName, change;
    bool alsoChanged = false;
    std::string file;
    std::uint32_t line = 0, endLine = 0;
    std::string baseName, baseFile;
    std::uint32_t baseLine = 0;
    std::string reason;
    std::vector<Detail> details;
    std::vector<std::string> instances;
    std::size_t units = 1;
    bool aligned = false;
    Counts blocks, instructions;
    std::vector<std::size_t> hunks; ///< positions in `hunks`
    std::vector<std::size_t> items; ///< positions in `items`
  };
  struct Item {
    std::string kind, name, file, change, sentence;
    std::uint32_t line = 0;
    std::vector<std::string> functions;
  };
  struct Entry {
    std::string id, name, file, reason;
    std::uint32_t line = 0;
    std::vector<std::string> chain;
  };
  struct Hunk {
    std::string file, baseFile;
    std::uint32_t baseStart = 0, baseLines = 0, headStart = 0, headLines = 0;
    std::string status, why;
  };

  std::string range; ///< how the two versions were found
  Version base, head;
  std::vector<Function> functions;
  std::vector<Item> items;
  std::vector<Entry> entries;
  std::vector<std::string> entriesPastCap;
  std::vector<Hunk> hunks;
  std::vector<std::string> notes;
  std::size_t equalFunctions = 0;
};

/// JSON as config/changes.schema.json describes it. The same report gives the same bytes.
[[nodiscard]] std::string changesJson(const ChangesReport& report);

/// For a person at a terminal.
[[nodiscard]] std::string changesText(const ChangesReport& report, const support::Terminal& terminal,
                                      bool isWhole = false);

} // namespace beagle::report
