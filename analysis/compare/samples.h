#pragma once

#include "analysis/logic/evaluate.h"

#include <deque>

namespace beagle::compare {

/// Values that may stand for variables, as trials came with them. What one of them fulfils is possible: that is
/// evaluated in no time, and no solver has to be asked. What none fulfils says nothing.
class Samples {
public:
  explicit Samples(logic::TermManager& terms) : terms_(terms) {}

  void clear() { samples_.clear(); }
  void add(logic::Assignment values) { samples_.emplace_back(terms_, std::move(values)); }
  [[nodiscard]] bool fulfil(logic::Term condition); ///< whether one of them does

private:
  struct Sample {
    Sample(logic::TermManager& terms, logic::Assignment given) : values(std::move(given)), evaluator(terms, values) {}
    Sample(const Sample&) = delete;
    Sample& operator=(const Sample&) = delete;

    logic::Assignment values;
    logic::Evaluator evaluator; ///< remembers what it evaluated
  };

  logic::TermManager& terms_;
  std::deque<Sample> samples_; ///< which stay where they are
};

} // namespace beagle::compare
