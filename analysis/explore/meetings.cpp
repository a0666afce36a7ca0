// Runs that went apart and meet again: who waits for whom, and which become one.

#include "analysis/explore/explorer.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace beagle::explore {

namespace {

constexpr std::array<std::pair<std::string_view, Merge>, 3> names = {{
    {"none", Merge::None},
    {"equal", Merge::Equal},
    {"ite", Merge::Ite},
}};

std::vector<std::uint32_t> addressOf(const Node* node, std::uint32_t alternative) {
  std::vector<std::uint32_t> address = node->address();
  address.push_back(alternative);
  return address;
}

std::size_t commonLength(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

} // namespace

std::optional<Merge> mergeNamed(std::string_view name) {
  const auto found = std::ranges::find(names, name, [](const auto& entry) { return entry.first; });
  return found == names.end() ? std::nullopt : std::optional(found->second);
}

std::string_view nameOf(Merge merge) {
  return std::ranges::find(names, merge, [](const auto& entry) { return entry.second; })->first;
}

/// The run is about to go so many ways: where they meet again, they will wait for each other.
void Explorer::arrange(State& state, std::size_t sides) {
  if (options_.merge == Merge::None) return;
  const exec::Frame& frame = *state.frames.back();
  const ir::Flow& flow = merger_.flowOf(frame.index);
  const ir::BlockIndex block = flow.join(flow.blockOf(frame.next));
  const auto depth = static_cast<std::uint32_t>(state.frames.size());
  const bool isKnown = state.join && state.join->depth == depth && state.join->block == block;
  if (block == ir::none || isKnown) {
    if (const auto meeting = state.join ? meetings_.find(state.join->group) : meetings_.end();
        meeting != meetings_.end())
      meeting->second.runs += sides - 1;
    return;
  }
  const std::uint32_t number = meetingCount_++;
  exec::MergeBase base{state.path, state.faults.size(), state.approximations.size()};
  state.join = exec::Ref<exec::Join>::make(depth, block, number, state.join);
  meetings_.emplace(number, Meeting{std::move(base), state.join, sides, {}});
}

void Explorer::wait(Run run) {
  const std::uint32_t number = run.state.join->group;
  const auto found = meetings_.find(number);
  if (found == meetings_.end()) return goOn(std::move(run), run.state.join->outer); // a bound has cut all others
  found->second.waiting.push_back(std::move(run));
  if (found->second.waiting.size() == found->second.runs) close(number);
}

/// A run will not come to where it was to meet others.
void Explorer::leave(const exec::Ref<exec::Join>& join) {
  if (!join) return;
  const auto found = meetings_.find(join->group);
  if (found == meetings_.end()) return;
  --found->second.runs;
  if (found->second.waiting.size() == found->second.runs) close(join->group);
}

/// The run will not come to the meetings in the frames that an exception took it out of, and is now one of those that
/// are waited for around them.
void Explorer::pass(State& state) {
  const std::vector<exec::Ref<exec::Join>> passed = std::exchange(state.passed, {});
  if (const auto around = state.join ? meetings_.find(state.join->group) : meetings_.end(); around != meetings_.end())
    ++around->second.runs;
  leave(passed.front());
}

/// All are there: those that can become one do, and all go on.
void Explorer::close(std::uint32_t number) {
  Meeting meeting = std::move(meetings_.extract(number).mapped());
  const exec::Ref<exec::Join> outer = meeting.join->outer;
  if (meeting.waiting.empty()) return leave(outer);
  std::vector<Run> runs = mergeAll(meeting);
  if (const auto around = outer ? meetings_.find(outer->group) : meetings_.end(); around != meetings_.end())
    around->second.runs += runs.size() - 1;
  for (Run& run : runs) goOn(std::move(run), outer);
}

void Explorer::goOn(Run run, exec::Ref<exec::Join> next) {
  run.state.join = next;
  auto state = std::make_shared<State>(std::move(run.state));
  frontier_.push({std::move(state), run.node, run.alternative, nullptr, {}, std::move(next), true});
}

/// Merges neighbours in the tree, those that went apart last first, so that conditions fall away in pairs.
std::vector<Explorer::Run> Explorer::mergeAll(Meeting& meeting) {
  std::vector<std::pair<std::vector<std::uint32_t>, std::size_t>> places; // by address, with the run's number
  for (std::size_t i = 0; i < meeting.waiting.size(); ++i)
    places.emplace_back(addressOf(meeting.waiting[i].node, meeting.waiting[i].alternative), i);
  std::ranges::sort(places);

  struct Boundary {
    std::size_t shared = 0; ///< so much of their addresses have the places in common
    std::size_t left = 0;   ///< and the next one
  };
  std::vector<Boundary> boundaries;
  for (std::size_t i = 0; i + 1 < places.size(); ++i)
    boundaries.push_back({commonLength(places[i].first, places[i + 1].first), i});
  std::ranges::stable_sort(boundaries, std::ranges::greater(), &Boundary::shared);

  std::vector<std::optional<Run>> runs;
  for (const auto& [address, number] : places) runs.emplace_back(std::move(meeting.waiting[number]));
  std::vector<std::size_t> takenBy(runs.size()); // the place of the run that it became one with
  for (std::size_t i = 0; i < takenBy.size(); ++i) takenBy[i] = i;
  const auto placeOf = [&](std::size_t i) {
    while (takenBy[i] != i) i = takenBy[i] = takenBy[takenBy[i]];
    return i;
  };
  for (const Boundary& boundary : boundaries) {
    if (!exhausted().empty()) break;
    const std::size_t left = placeOf(boundary.left);
    const std::size_t right = placeOf(boundary.left + 1);
    auto both = mergeTwo(*runs[left], *runs[right], meeting);
    if (!both) continue;
    runs[left] = std::move(both);
    runs[right].reset();
    takenBy[right] = left;
  }
  std::vector<Run> left;
  for (std::optional<Run>& run : runs)
    if (run) left.push_back(std::move(*run));
  return left;
}

std::optional<Explorer::Run> Explorer::mergeTwo(Run& a, Run& b, const Meeting& meeting) {
  auto state = merger_.merge(a.state, b.state, meeting.base);
  if (!state) return {};
  ++statistics_.merged;
  grow(b.node, b.alternative).merged = &grow(a.node, a.alternative);
  return Run{std::move(*state), a.node, a.alternative};
}

} // namespace beagle::explore
