#include "analysis/pipeline/accepted_findings.h"

#include "analysis/support/digest.h"

#include <algorithm>
#include <set>

namespace beagle::pipeline {

using report::Report;

std::string seenOf(const Report::Function& function, const Report::Change& change) {
  support::Digest digest;
  digest.add(function.code).add(change.kind);
  for (const auto& [path, value] : change.witness) digest.add(path).add(value);
  for (const Report::Outcome* outcome : {&change.base, &change.head}) {
    digest.add(outcome->ending).add(outcome->detail).add(outcome->output);
    for (const auto& [path, value] : outcome->values)
      if (path != "leaked memory") digest.add(path).add(value); // it names a line
  }
  return digest.hex().substr(0, 16);
}

AcceptedFindings::AcceptedFindings(std::vector<config::Accepted> listed, SourceReader read)
    : data_(std::make_shared<Data>(Data{std::move(listed), std::move(read), {}})) {}

const config::AcceptingComments& AcceptedFindings::commentsOf(const std::string& file) const {
  const auto [place, isNew] = data_->comments.try_emplace(file);
  if (isNew && data_->read && !file.empty())
    if (const auto text = data_->read(file)) place->second = config::acceptingComments(*text, file);
  return place->second;
}

std::vector<const config::Accepted*> AcceptedFindings::of(const Report::Function& function,
                                                          const Report::Change& change) const {
  std::vector<const config::Accepted*> found;
  for (const std::vector<config::Accepted>* all : {&std::as_const(data_->listed), &commentsOf(function.file).accepted})
    for (const config::Accepted& accepted : *all)
      if (change.fingerprint.starts_with(accepted.finding)) found.push_back(&accepted);
  return found;
}

std::vector<std::string> AcceptedFindings::problems(const std::vector<Report::Function>& functions) const {
  std::set<std::string> files;
  for (const Report::Function& function : functions)
    if (!function.changes.empty()) files.insert(function.file);
  std::vector<std::string> all;
  for (const std::string& file : files) std::ranges::copy(commentsOf(file).problems, std::back_inserter(all));
  return all;
}

} // namespace beagle::pipeline
