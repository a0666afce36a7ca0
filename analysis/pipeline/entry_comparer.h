#pragma once

#include "analysis/pipeline/diff_work.h"
#include "analysis/pipeline/folder_budgets.h"
#include "analysis/pipeline/function_proofs.h"
#include "analysis/pipeline/fuzz_partner.h"
#include "analysis/pipeline/text_search.h"

#include <cstdint>
#include <functional>
#include <future>
#include <memory>

namespace beagle::pipeline {

/// A function of the report on its way.
struct DiffRow {
  enum class Kind : std::uint8_t {
    Entry,
    NotEntered, ///< a changed function by itself, to which no comparison of an entry came
    Entered,    ///< one to which some came
  };

  const DiffEntry* entry;
  report::Report::Function function;
  Kind kind = Kind::Entry;
  bool isSettled = false;     ///< more time would not help
  std::uint32_t widening = 1; ///< of the bounds, since nothing came to what changed within smaller ones
  bool isAnnounced = false;
  bool hasAskedCallers = false;
  FolderBudget* budget = nullptr; ///< of its folder, beside that of the project
};

/// What a report says of the entry before anything is known.
[[nodiscard]] report::Report::Function reportedEntry(const DiffSubject& subject, const DiffEntry& entry);
/// It is not known whether it is equal.
void leaveOpen(report::Report::Function& function, std::string why);
/// The machine does not show it.
[[nodiscard]] std::string disagreement(const report::Report::Change& change);
/// It is equal within bounds.
[[nodiscard]] bool isBounded(const report::Report::Function& function);

/// Both versions are defined for the input.
[[nodiscard]] bool isSound(const report::Report::Change& change);
/// Adds what differs for other inputs, where it is no undefined behaviour.
void addSound(report::Report::Function& function, std::vector<report::Report::Change> changes,
              const std::function<bool(const report::Report::Change&)>& isWanted);

/// Compares entries of two versions, one after the other: looks for a proof, tries inputs, explores, and runs what it
/// found. Several may be at work at once.
class EntryComparer {
public:
  using Clock = DiffWork::Clock;

  explicit EntryComparer(DiffWork& work) : work_(work) {}

  /// Compares within the time; `isLast`: nobody comes back to what is open then.
  [[nodiscard]] support::Result<void> compare(DiffRow& row, Clock::duration time, bool isLast);
  /// Once more, within bounds so many times as wide. What that does not settle stays as it is.
  [[nodiscard]] support::Result<void> widen(DiffRow& row, std::uint32_t factor, Clock::duration time);
  /// Once more, with buffers as large as constants in the code say: adds what differs then.
  [[nodiscard]] support::Result<void> makeRoom(DiffRow& row, Clock::duration time);

private:
  using Function = report::Report::Function;
  using Proved = FunctionProofs::Proved;
  /// Tries once more to prove the functions equal, when a first look for differences has found none; what the report
  /// says then.
  struct Proof {
    Function function;
    bool isForAll = false; ///< else where the old version is defined
  };
  using Prove = std::function<std::optional<Proof>()>;
  /// An input that reads standard input, but for what stands there: as values, and as both versions get it.
  struct TextFrame {
    compare::DifferingInput values;
    testgen::ConcreteInput base, head;
  };
  struct Explored {
    bool isSettled = false;         ///< more time would not settle more
    bool missesChange = false;      ///< see compare::EntryResult
    bool readsInput = false;        ///< standard input
    bool allocates = false;         ///< with malloc or the like
    bool guessesLengths = false;    ///< some buffer is as long as a number of the input is taken to say
    std::vector<std::string> texts; ///< standard input with which it differs, where that is numbers
  };

  [[nodiscard]] support::Result<void> compareCode(DiffRow& row, Clock::duration time, bool isLast);
  [[nodiscard]] support::Result<void> addWithLonger(DiffRow& row, Clock::duration time,
                                                    compare::CompareOptions options);
  [[nodiscard]] support::Result<void> addOfNumbers(DiffRow& row, Clock::duration time, compare::CompareOptions options);
  void lookForTexts(const DiffEntry& entry, compare::EntryComparison& comparison, const input::Leaves& leaves,
                    const compare::CompareOptions& options);
  [[nodiscard]] support::Result<void> addOfTexts(DiffRow& row, const std::vector<TextSearch::Found>& found,
                                                 compare::CompareOptions options);
  [[nodiscard]] std::optional<TextFrame> textFrame(const DiffEntry& entry, compare::EntryComparison& comparison,
                                                   const input::Leaves& leaves) const;
  [[nodiscard]] support::Result<void> addFailing(DiffRow& row, Clock::duration time, compare::CompareOptions options);
  [[nodiscard]] support::Result<void> addOthers(DiffRow& row, Clock::duration time, compare::CompareOptions options,
                                                const std::function<bool(const report::Report::Change&)>& isWanted);
  void doubtReturnedRecord(DiffRow& row) const;
  [[nodiscard]] bool mayProve() const;
  [[nodiscard]] Proved prove(Function& function, const DiffEntry& entry, Clock::duration time,
                             FunctionProofs::Inputs inputs = FunctionProofs::Inputs::All);
  [[nodiscard]] compare::CompareOptions compareOptions(const Function& function, const DiffEntry& entry) const;
  [[nodiscard]] compare::Side sideOf(const DiffEntry& entry, bool isBase) const;
  [[nodiscard]] support::Result<Explored> explore(Function& function, const DiffEntry& entry, Clock::duration time,
                                                  compare::CompareOptions options, const Prove& prove = {});
  [[nodiscard]] Clock::duration timeForSearch(Clock::duration time, bool isProgram) const;
  [[nodiscard]] DiffWork::Doubt doubtOf(compare::EntryComparison& comparison, const compare::EntryResult& result,
                                        bool hasBounds) const;
  [[nodiscard]] ConcreteRuns runsOf(compare::EntryComparison& comparison, const DiffEntry& entry,
                                    const input::Leaves& leaves, bool isBase) const;
  void addNative(Function& function, const DiffEntry& entry, compare::EntryComparison& comparison,
                 const compare::EntryResult& result, const compare::EqualityOptions& equality,
                 const input::Leaves& leaves);
  void addNative(Function& function, const DiffEntry& entry, const testgen::ConcreteInput& base,
                 const testgen::ConcreteInput& head, const compare::EqualityOptions& equality,
                 std::optional<std::chrono::seconds> waited = {});
  [[nodiscard]] bool mayRunNatively() const;
  [[nodiscard]] std::unique_ptr<FuzzPartner> partnerFor(const DiffEntry& entry, compare::EntryComparison& comparison,
                                                        const input::Leaves& leaves, logic::TermManager& terms,
                                                        Clock::duration time,
                                                        std::optional<FuzzPartner::Exploring> exploring) const;
  [[nodiscard]] std::future<void> runSoon(const DiffEntry& entry, compare::EntryComparison& comparison,
                                          const compare::ShownChange& shown, const input::Leaves& leaves);
  [[nodiscard]] Clock::duration forBuilding() const;
  void replay(Function& function, const DiffEntry& entry, compare::EntryComparison& comparison,
              const compare::EntryResult& result, const input::Leaves& leaves);

  DiffWork& work_;
  std::unique_ptr<FunctionProofs> proofs_; ///< made when the first is wanted
  std::optional<TextFrame> frame_;         ///< of the entry, where it reads standard input
  std::unique_ptr<TextSearch> texts_;      ///< likewise
  bool triesTexts_ = false;                ///< somebody takes what is found
};

} // namespace beagle::pipeline
