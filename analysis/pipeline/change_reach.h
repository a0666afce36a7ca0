#pragma once

#include "analysis/exec/machine.h"
#include "analysis/ir/source_lines.h"
#include "analysis/report/report.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace beagle::pipeline {

/// What explorations of both versions came to of the lines that changed. "No difference was found" says little when
/// nothing of the change ever ran.
class ChangeReach {
public:
  explicit ChangeReach(const std::vector<report::Report::Hunk>& hunks);

  struct Missed {
    bool isAll = false; ///< none of the changed lines was reached
    std::vector<std::string>
        places; ///< "src/order.c:41", in order; empty: all were reached, or no changed line is code
  };
  /// Looks at the functions that were entered.
  [[nodiscard]] Missed missedBy(const exec::Machine& base, const exec::Machine& head) const;

  /// The changed lines of that version.
  [[nodiscard]] const ir::SourceLines& changed(bool isBase) const { return isBase ? base_ : head_; }
  /// Where to go in that version to meet the change. Of what only the other one has, the lines around its place.
  [[nodiscard]] const ir::SourceLines& around(bool isBase) const { return isBase ? aroundInBase_ : aroundInHead_; }
  /// What changed in that version, place by place, in the same order in both.
  [[nodiscard]] const ir::SourceLines& places(bool isBase) const { return isBase ? placesInBase_ : placesInHead_; }

private:
  using Found = std::map<std::pair<std::string, unsigned>, bool>; ///< changed lines with code: whether each was reached
  [[nodiscard]] static Found changedCode(const exec::Machine& machine, const ir::SourceLines& lines);

  void addPlaces(const report::Report::Hunk& hunk, const std::string& baseFile);

  ir::SourceLines base_, head_, aroundInBase_, aroundInHead_, placesInBase_, placesInHead_;
};

} // namespace beagle::pipeline
