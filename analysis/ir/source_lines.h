#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace beagle::ir {

/// Lines of source files.
class SourceLines {
public:
  void add(const std::string& file, unsigned first, unsigned last) { ranges_[file].emplace_back(first, last); }

  /// Those of one file.
  class OfFile {
  public:
    [[nodiscard]] bool contains(unsigned line) const {
      return ranges_ && std::ranges::any_of(
                            *ranges_, [&](const auto& range) { return range.first <= line && line <= range.second; });
    }

    /// Calls `visit(number)` for each stretch that the line is in: they are counted as they were added.
    template <class Visit> void forEachAt(unsigned line, Visit visit) const {
      for (std::size_t i = 0; ranges_ && i < ranges_->size(); ++i)
        if ((*ranges_)[i].first <= line && line <= (*ranges_)[i].second) visit(i);
    }

  private:
    friend class SourceLines;
    const std::vector<std::pair<unsigned, unsigned>>* ranges_ = nullptr;
  };
  [[nodiscard]] OfFile of(std::string_view file) const {
    OfFile found;
    if (const auto known = ranges_.find(file); known != ranges_.end()) found.ranges_ = &known->second;
    return found;
  }
  [[nodiscard]] bool empty() const { return ranges_.empty(); }

private:
  std::map<std::string, std::vector<std::pair<unsigned, unsigned>>, std::less<>> ranges_; ///< [first, last]
};

} // namespace beagle::ir
