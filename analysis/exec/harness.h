#pragma once

#include "analysis/exec/machine.h"
#include "analysis/exec/neighbours.h"
#include "analysis/input/layout.h"
#include "analysis/input/leaves.h"
#include "analysis/ir/passed_values.h"
#include "analysis/ir/source_types.h"
#include "analysis/ir/symbol_uses.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace beagle::input {
struct Container;
}

namespace beagle::exec {

/// That a buffer of the input has as many elements as a number of it says: both by access path. No number: that none
/// says so, whatever it looks like.
struct LengthRule {
  std::string buffer;   ///< "data", "list[0].items"
  std::string length;   ///< "size", "list[0].count"; "": none
  bool isBytes = false; ///< the number counts bytes, whatever the elements are
  bool isLast = false;  ///< it is the number of the last element
};

/// Of standard input that is numbers: three digits, and a space or the end of a line.
constexpr std::uint32_t bytesOfNumber = 4;

/// The leaf that says which allocation fails, counted from 1.
constexpr std::string_view failingAllocationPath = "failing allocation";

struct HarnessOptions {
  std::uint32_t maxElements = 8; ///< of a buffer behind a pointer
  std::uint32_t maxString = 8;   ///< characters of a string, without the NUL
  std::uint32_t maxDepth = 4;    ///< pointers inside one another, as in a list
  std::uint32_t maxFile = 8;     ///< bytes of a file, of standard input and of what a stream of the input gives
  std::map<std::string, std::uint32_t> files; ///< the same for files by their names; "": for standard input
  std::uint32_t numbersToRead = 0;            ///< standard input is so many; 0: anything
  bool globalsAreInputs = true;               ///< non-constant globals start with any value, not with their initialiser
  bool libraryCalls = false;       ///< a library function without code may do anything, instead of being unsupported
  bool oneAllocationFails = false; ///< which one is a number of the input
  bool nullArguments = false;      ///< a pointer that is an argument may be null; pointers inside of inputs always may
  std::uint32_t maxAliases = 2;    ///< pointers of one input that lead where another one does; 0: none
  std::uint32_t maxCallees = 3;    ///< functions of the program that a function pointer may be
  std::uint32_t maxClasses = 3;    ///< classes that an object may be of, where code asks
  bool guessesLengths = true;      ///< names and code say how long buffers are
  bool usesRooms = false;          ///< and constants in code do, where nothing else says it
  std::vector<LengthRule> lengths; ///< before whatever names and code suggest
  bool findsNeighbours = true;     ///< notes which pointers code takes for ones into one array
  Neighbours neighbours;           ///< those that do, as far as it is known
  /// All that anybody passes to the entry, by ir::Function::parameters: nothing else is tried. Empty: it may be
  /// anything.
  std::vector<std::optional<ir::PassedValues>> passed;
};

struct InputContainer; ///< see input_container.h
struct Reply;          ///< see system_calls.h

/// What part of a container an input pointer leads to.
enum class InputPart : std::uint8_t { None, Node, Block, BlockTable, Link };

/// Where a link of a container leads.
struct LinkTarget {
  enum class Kind : std::uint8_t { Null, Container, Node } kind = Kind::Null;
  std::uint64_t place = 0; ///< Container: bytes from its beginning; Node: its number
};

/// A pointer that an entry gets, by its access path, and what it leads to: the same in every state.
struct InputPointer {
  std::string path; ///< "list", "list[0].next"
  std::uint32_t number = 0;
  std::uint32_t parent = ir::none;   ///< the pointer in whose memory it stands
  ir::GlobalIndex global = ir::none; ///< or the global; neither: an argument
  std::uint32_t depth = 0;
  Term null; ///< when it is null; none: never
  ir::TypeIndex target = ir::none;
  ir::TypeIndex declared = ir::none;  ///< what its type says
  std::vector<ir::TypeIndex> classes; ///< what is there may be any of these; the first one, where nobody asks
  bool isConst = false;
  bool isRestrict = false;
  bool isOutside = false;    ///< a function without code gave it
  bool isAsked = false;      ///< an allocator without code did: InputObject::asked says how large it is
  bool isCleared = false;    ///< one that says in its name that it clears its memory
  bool isNew = false;        ///< one whose memory means nothing before it is written
  bool isString = false;     ///< the last element is a NUL, and others may be
  bool isTerminated = false; ///< the last element is null, and others may be
  bool isArguments = false;  ///< variable arguments: each is a number, or a pointer to whatever the code takes it for
  std::uint64_t elementSize = 1;
  std::uint64_t maxElements = 1;
  Term elements;           ///< none: always maxElements
  bool hasOwnSize = false; ///< they are a number of its own, ".size"
  bool mayBeEmpty = false;
  Term bytes;              ///< the size; none: that of the elements
  std::vector<Term> words; ///< the elements, where they are no inputs of their own but made of those
  Term filled; ///< of `argv`: so many elements are not null, and the one behind them is; none: each is null or not
  std::string arrayPath;         ///< of the elements, where each has its number behind it: "data", "packet[0].data"
  std::string single;            ///< of the one element, where there is never another one: "(*this)"; else ""
  std::uint64_t tail = 0;        ///< bytes in front of the elements: of a record that ends in an array without a size
  ir::TypeIndex head = ir::none; ///< that record
  std::uint64_t minBytes = 0;    ///< of a record with such an array
  Term data; ///< of a pointer in a union: the bits that may stand there instead; none: it is a pointer
  std::vector<std::pair<std::string, ir::TypeIndex>> members; ///< of a union: the pointers that it may be, by path
  ir::TypeIndex tableOf = ir::none; ///< of a pointer to a virtual table: the class of the object
  RootKind root = RootKind::None;
  std::vector<Term> rootName;       ///< of a file or a variable: its bytes
  std::uint32_t viewOf = ir::none;  ///< the pointer that this is when its memory is used as another type
  std::optional<ir::Access> access; ///< how it is used then
  bool isOfNew =
      false; ///< an operator new has made what is there: of an object of the C++ library, which gives it back
  InputPart part = InputPart::None;
  const InputContainer* container = nullptr; ///< of a part: the whole
  std::uint32_t position = 0;                ///< of a node: its number
  std::vector<LinkTarget> targets;           ///< of a link: where it leads, by the number of elements
};

/// Whether the bytes there are those of a file or the like, which the program cannot write.
[[nodiscard]] bool isOutsideBytes(const InputPointer& pointer);
[[nodiscard]] std::string elementPath(const InputPointer& pointer, std::uint64_t number);
/// What a call through the pointer goes by: "(*ops[0].read)".
[[nodiscard]] std::string calledName(const InputPointer& pointer);

/// A part of an input as people read it.
struct ShownInput {
  std::string path;
  std::string value;
  std::vector<Term> variables; ///< whose values it says
  bool isZero = false;         ///< all of them are
  std::string array = {}; ///< of a pointer that leads into one: its path; the value says how far behind its beginning
};

/// A program that gets the same inputs as another one.
struct OtherVersion {
  const ir::Program& program;
  const ir::SourceTypes& types;
  ir::FunctionIndex entry = ir::none;
  std::set<std::string> apart; ///< globals that begin with something else there
};

/// The inputs of an entry that nobody built: parameters and globals from their source types. Scalars are free; pointers
/// are null or lead to a structure, a buffer of free size and contents, or a NUL-terminated string of their own, which
/// are made when a run first looks at them; or where another one leads, which is asked when it matters.
class Harness final : public Surroundings {
public:
  /// All references outlive it, and so does what `other` refers to: the other version, when two are compared.
  Harness(const ir::Program& program, const ir::SourceTypes& types, input::Leaves& leaves, HarnessOptions options,
          std::optional<OtherVersion> other = {});
  ~Harness() override;

  /// A state at the entry, with all inputs free. An error names the parameter that cannot be built. `names` are what
  /// the entry's source parameters go by, when that is not what the source calls them.
  /// `like`: started on the other version, with which it agrees about lengths.
  [[nodiscard]] support::Result<State> start(Machine& machine, ir::FunctionIndex entry,
                                             std::vector<std::string> names = {}, const Harness* like = nullptr);

  // Surroundings
  [[nodiscard]] Ref<Object> global(State& state, ir::GlobalIndex index) override;
  [[nodiscard]] Ref<Object> input(State& state, ObjectId id) override;
  void settleView(State& state, ObjectId id) override { (void)viewed(state, id); }
  [[nodiscard]] Term sizeLimit(State& state, ObjectId id) override;
  [[nodiscard]] Term possibleSize(State& state, ObjectId id) override;
  [[nodiscard]] std::string describeLimit(const State& state, ObjectId id) const override;
  [[nodiscard]] std::string describeTable(const State& state, ObjectId id) const override;
  [[nodiscard]] Term dataOf(const State& state, ObjectId id) override;
  bool call(Machine& machine, ir::FunctionIndex callee, const ModelCall& call) override;
  bool callElsewhere(Machine& machine, ir::FunctionIndex callee, const ModelCall& call) override;
  [[nodiscard]] Value root(State& state, RootKind kind, const std::vector<Term>& name) override;
  [[nodiscard]] std::string rootName(const State& state, ObjectId id) const override;
  [[nodiscard]] bool isFunction(const State& state, ObjectId id) const override;
  bool callInput(Machine& machine, ObjectId id, const ModelCall& call) override;
  [[nodiscard]] std::optional<AliasChoice> alias(const State& state, ObjectId one, ObjectId other,
                                                 AliasAsked asked) override;
  [[nodiscard]] Callees callees(const State& state, ObjectId id) override;
  [[nodiscard]] ObjectId knownAlias(State& state, ObjectId id) override;
  void join(State& state, ObjectId one, ObjectId other) override;
  [[nodiscard]] std::vector<Term> classes(State& state, ObjectId id) override;
  void settleClass(State& state, ObjectId id, std::optional<std::uint32_t> number) override;
  [[nodiscard]] std::optional<LinkChoice> link(const State& state, ObjectId id) override;
  [[nodiscard]] Value target(const State& state, ObjectId link, std::uint32_t elements) override;
  void settle(State& state, std::uint32_t container, std::uint32_t elements) override;
  void noteNeighbours(const State& state, const Value& a, const Value& b, PointerUse use) override;
  void noteAbsent(const std::string& name) override;
  [[nodiscard]] Term failingAllocation() const override { return failingAllocation_; }
  void noteOtherUse(const State& state, ObjectId id, std::int64_t offset, const ir::Access* access) override;
  /// What runs took for places in one array: also what the options say.
  [[nodiscard]] const Neighbours& neighbours() const { return neighbours_; }
  /// All containers that the state has come to know of have the elements that the model says, each in a node that is
  /// there. The machine has to be attached to the state.
  void settle(State& state, const logic::Assignment& model);

  /// Requires that some state has come to know of it.
  [[nodiscard]] const InputPointer& pointer(std::uint32_t number) const { return *pointers_.at(number); }
  /// What the object was made for, if a pointer of the input leads there.
  [[nodiscard]] const InputPointer* pointerAt(const State& state, ObjectId id) const;
  /// The object behind a pointer, made together with all that leads there; nothing when no state of this version can
  /// have it. The machine has to be attached to the state.
  [[nodiscard]] std::optional<ObjectId> place(State& state, std::uint32_t pointer);
  /// Whether the input has had a pointer of that path.
  [[nodiscard]] bool hasPointer(const std::string& path) const { return numbers_.contains(path); }
  /// Names of the numbers that say how long files, standard input and the like are, as far as somebody read them and
  /// they have no limit of their own.
  [[nodiscard]] std::vector<std::string> sizesOfFiles() const;
  [[nodiscard]] std::vector<std::string> sizesOfTexts() const; ///< of those that are counted
  [[nodiscard]] std::vector<std::string> endedTexts() const;   ///< by a NUL: their paths
  /// What a file, standard input or a stream of the input has, as far as a version has read it.
  struct FileText {
    Term size; ///< of width 64
    std::vector<Term> bytes;
  };
  [[nodiscard]] FileText fileText(const std::string& path) const;
  /// The object behind the pointer of that path; nothing when the state cannot have it. As `place`.
  [[nodiscard]] std::optional<ObjectId> objectOf(State& state, const std::string& path);
  /// What the pointers of a state turned out to be.
  [[nodiscard]] std::vector<Alias> aliases(const State& state) const;
  /// Makes what another state, over the same input, has found hold in this one, as far as it can have those pointers;
  /// `of`: that state's harness. The machine has to be attached to the state.
  void adopt(State& state, const std::vector<Alias>& aliases, const Harness& of);
  /// Where an entry that returns a struct through a pointer puts it; 0: it does not.
  [[nodiscard]] ObjectId resultObject() const { return resultObject_; }
  [[nodiscard]] const ir::SourceTypes& types() const { return types_; }
  /// Sentences that qualify every result.
  [[nodiscard]] const std::set<std::string>& assumptions() const { return assumptions_; }
  /// What would run before the entry, and does not.
  [[nodiscard]] const std::vector<ir::FunctionIndex>& leftOut() const { return leftOut_; }
  /// Calls of functions without code by what runs before the entry; so many effects of each run are of that.
  [[nodiscard]] const std::vector<Ref<Effect>>& startCalls() const { return startCalls_; }
  [[nodiscard]] std::size_t startEffects() const { return startEffects_; }
  [[nodiscard]] bool hasLengths() const { return !lengths_.empty() || !ends_.empty() || !rooms_.empty(); }
  /// Within which all inputs are: "text has at most 8 characters".
  [[nodiscard]] const std::set<std::string>& bounds() const { return bounds_; }
  [[nodiscard]] bool isInput(ir::GlobalIndex global) const;
  /// Nobody has written to it since a constructor, before the entry, did.
  [[nodiscard]] bool isAsConstructed(const State& state, ir::GlobalIndex global) const;
  [[nodiscard]] bool beginsOtherwise(ir::GlobalIndex index) const;
  [[nodiscard]] bool isOfOneVersion(ir::GlobalIndex index) const;
  /// It begins otherwise in the other version, and nobody has written anything else to it.
  [[nodiscard]] bool isAsBegun(const State& state, ir::GlobalIndex global);
  /// What its access paths begin with: "::count".
  [[nodiscard]] std::string globalPath(ir::GlobalIndex global) const;
  /// Whether the input that the model describes has the leaf, and the state looked at it: an element within its
  /// buffer's size, a member behind a pointer that is not null.
  [[nodiscard]] bool belongsTo(const State& state, const input::Leaf& leaf, const logic::Assignment& model) const;
  /// The input that the model describes, as far as the state has it.
  [[nodiscard]] std::vector<ShownInput> shown(const State& state, const logic::Assignment& model) const;
  /// A leaf's value as what stands in a slot.
  [[nodiscard]] Value valueOf(Term bits, ir::ScalarType type) const;

private:
  void takePassed(State& state, const Value& value, const ir::PassedValues& passed, const std::string& name,
                  bool isSigned);
  struct Parts;           ///< the source parameter that scalars are taken from
  struct OutsideFunction; ///< one whose code is not known
  class Layout;
  /// Where something is laid out.
  struct Owner {
    std::uint32_t pointer = ir::none;
    ir::GlobalIndex global = ir::none;
    std::uint32_t depth = 0;
    bool isOutside = false; ///< what a function without code gave
    Term null;              ///< when the pointers in it are null; none: each by a choice of its own
    bool isSingle = false;  ///< the pointers in it lead to one element each
    bool isAsked = false;   ///< it is what an allocator gave
    bool isCleared = false; ///< which has cleared it
    bool isNew = false;     ///< it means nothing yet
  };
  /// What stands behind a pointer, as the first state that looked there got it: others get the same, with pointers to
  /// objects of their own.
  struct LaidOut {
    Contents contents;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> pointers; ///< offsets, and which pointers stand there
    std::vector<input::ScalarPlace> inside;                        ///< pointers that lead into arrays
    std::size_t madeForThose = 0;                                  ///< objects
    bool isRepeatable = true;                                      ///< else it is laid out anew for each state
  };
  /// A text or a list that is shown as a whole.
  struct Sequence {
    Term size;
    std::string elements; ///< their path, without the number
    std::uint64_t most = 0;
    bool isText = false;
  };
  [[nodiscard]] ShownInput shown(const std::string& path, const Sequence& sequence,
                                 const logic::Assignment& model) const;

  // harness.cpp
  [[nodiscard]] support::Result<Value> argument(State& state, const ir::Parameter& parameter, std::size_t number,
                                                const ir::SourceFunction& source, std::vector<Parts>& parts);
  [[nodiscard]] std::optional<Value> endOf(State& state, const std::string& begin);

  // input_globals.cpp
  [[nodiscard]] bool mayHaveChanged(ir::GlobalIndex index) const;
  [[nodiscard]] bool isShared(ir::GlobalIndex index) const;
  [[nodiscard]] bool isPlainGlobal(ir::GlobalIndex index) const;
  [[nodiscard]] bool isChangedLater(ir::GlobalIndex index) const;
  [[nodiscard]] bool mayChangeLater(ir::GlobalIndex index) const;
  [[nodiscard]] bool isOneOfBoth(ir::GlobalIndex index, std::vector<bool> ir::SymbolUses::* which) const;
  [[nodiscard]] bool isConstGlobal(ir::GlobalIndex index) const;
  void noteGuard(ir::GlobalIndex index);
  void startUp(Machine& machine, State& state);
  void registerEnds(Machine& machine, State& state);
  void runBefore(Machine& machine, State& state, ir::FunctionIndex function, std::vector<Value> arguments);
  [[nodiscard]] Ref<Object> initialised(ir::GlobalIndex index);

  // inputs.cpp: pointers, and the objects behind them
  [[nodiscard]] Value pointerTo(State& state, const std::string& path, ir::TypeIndex pointerType, const Owner& owner,
                                bool mayBeNull);
  [[nodiscard]] Term nullOf(const std::string& path, const ir::SourceType* type, std::uint32_t owner);
  [[nodiscard]] Value unionPointer(State& state, const input::ScalarPlace& place, const Owner& owner);
  [[nodiscard]] Value introduced(State& state, const InputPointer& pointer, ObjectId within = 0);
  [[nodiscard]] bool isReadOnly(const State& state, ObjectId id) const;
  [[nodiscard]] Ref<Object> madeInput(State& state, ObjectId id, const InputPointer& pointer);
  InputPointer& newPointer(const std::string& path, const Owner& owner);
  [[nodiscard]] bool isArgumentList(const ir::SourceType& type) const;
  void describe(InputPointer& pointer, ir::TypeIndex target);
  void describeTarget(InputPointer& pointer, ir::TypeIndex target);
  void describeFlexible(InputPointer& pointer, const ir::SourceType& type, const ir::SourceType::Member& array);
  [[nodiscard]] Term limitOf(const InputPointer& pointer) const;
  void limitElements(State& state, const InputPointer& pointer);
  void makeNumbers(State& state, const InputPointer& pointer);

  // input_layout.cpp
  void layOut(State& state, Contents& contents, ObjectId self, std::uint64_t offset, ir::TypeIndex type,
              const std::string& path, const Owner& owner);
  void layOutArgument(State& state, Contents& contents, ObjectId self, std::uint64_t offset,
                      const InputPointer& arguments, std::uint64_t number);
  void layOutObject(State& state, Contents& contents, ObjectId self, const InputPointer& pointer);
  void layOutElements(State& state, Contents& contents, ObjectId self, const InputPointer& pointer);
  [[nodiscard]] const ir::SourceType* sourceOf(ir::TypeIndex type) const {
    return type == ir::none ? nullptr : &types_.type(type);
  }

  // input_containers.cpp: what has nodes, and what stands in them
  [[nodiscard]] const InputContainer& containerAt(const std::string& path, ir::TypeIndex type, std::uint64_t offset,
                                                  const Owner& owner);
  [[nodiscard]] std::uint32_t mostIn(const std::string& path, const input::Container& form, const Owner& owner);
  void layOutPart(State& state, Contents& contents, ObjectId self, const InputPointer& pointer);
  void layOutOrder(State& state, Contents& contents, ObjectId self, std::uint64_t offset, ir::TypeIndex index,
                   const std::string& path, const Owner& owner);
  [[nodiscard]] Value linkTo(State& state, const InputContainer& container, const std::string& path,
                             std::vector<LinkTarget> targets, ObjectId within);

  // roots.cpp: files, standard input, the environment
  void describeContents(InputPointer& pointer, std::uint32_t most);
  void layOutStream(State& state, Contents& contents, const InputPointer& pointer);
  [[nodiscard]] std::string rootPath(RootKind kind, const std::vector<Term>& name);

  // input_asked.cpp: memory of allocators without code
  void describeAsked(InputPointer& pointer);
  [[nodiscard]] Ref<Object> askedMemory(State& state, ObjectId id, const InputPointer& pointer);
  void layOutAsked(State& state, Contents& contents, ObjectId self, const InputPointer& pointer);
  [[nodiscard]] static std::uint64_t mostAsked(const logic::TermManager& terms, const InputPointer& pointer,
                                               Term asked);

  // input_views.cpp: memory that is used as another type than its pointer says
  [[nodiscard]] const InputPointer& viewed(State& state, ObjectId id);
  void decideView(State& state, ObjectId id, const InputPointer& chosen);
  [[nodiscard]] const InputPointer* view(const InputPointer& pointer, const ir::Access& access);
  [[nodiscard]] std::string recordOf(const InputPointer& pointer) const;
  [[nodiscard]] bool needsView(const InputPointer& pointer) const;

  // input_classes.cpp: objects of classes that are derived from what their pointers say
  [[nodiscard]] std::vector<ir::TypeIndex> classesOfObjects(ir::TypeIndex type) const;
  [[nodiscard]] bool isOneOfSeveral(const InputPointer& pointer) const;
  [[nodiscard]] std::string classesText(const InputPointer& pointer, std::size_t count) const;
  void noteOnlyClass(const InputPointer& pointer);
  [[nodiscard]] std::size_t triedClasses(const InputPointer& pointer) const;
  [[nodiscard]] bool asksForClass();

  // input_aliases.cpp
  [[nodiscard]] bool isBehind(const InputPointer& earlier, const InputPointer& later) const;
  [[nodiscard]] std::string insidePath(const std::string& path) const;
  [[nodiscard]] bool mayLeadToOne(const InputPointer& earlier, const InputPointer& later, AliasAsked asked);
  [[nodiscard]] bool mayBeAliases(const State& state, const InputPointer& earlier, const InputPointer& later,
                                  AliasAsked asked);
  void joinInto(State& state, InputObject keep, InputObject drop);
  /// Makes what a pointer stands in, of which only the other version's runs have come to know.
  void lookWhere(State& state, const Harness& other, std::uint32_t number);
  void addEqualContents(const std::string& earlier, const std::string& later, Term& holds);
  void addEqualEnds(const std::string& one, const std::string& other, Term& holds);
  void addEqualChoices(const std::string& earlier, const std::string& later, Term& holds);
  [[nodiscard]] std::vector<std::string> namesOf(const State& state, const InputPointer& named) const;
  [[nodiscard]] const input::Leaf* findChoice(const std::string& one, const std::string& other) const;
  [[nodiscard]] ObjectId objectOf(State& state, const Alias& alias);

  // input_functions.cpp
  [[nodiscard]] std::optional<AliasChoice> functionChoice(const InputPointer& pointer, ir::FunctionIndex function);

  // outside_calls.cpp
  [[nodiscard]] Value resultOf(State& state, const OutsideFunction& function, const ModelCall& call, std::size_t number,
                               std::size_t i);
  [[nodiscard]] const Callees& triedAt(const InputPointer& called);
  [[nodiscard]] Callees tryAt(const InputPointer& called);
  [[nodiscard]] std::vector<ir::FunctionIndex> handedAround(ir::TypeIndex target) const;
  bool callOutside(Machine& machine, const OutsideFunction& function, const ModelCall& call);
  bool callPure(Machine& machine, const OutsideFunction& function, const ModelCall& call,
                const std::vector<Term>& arguments);
  [[nodiscard]] bool mayWriteBehind(const ir::SourceParameter& parameter) const;
  void leaveError(Machine& machine, const std::string& path, const std::optional<Reply>& reply, Effect& call);
  void limitReply(State& state, Term result, Term possible, std::uint64_t tried);
  [[nodiscard]] bool keepFunctions(const Contents& before, Contents& contents, std::uint64_t at, ir::TypeIndex type);
  void overwrite(Machine& machine, Effect& call, std::size_t argument, ir::TypeIndex target, const std::string& path,
                 const std::string& shown);

  // input_neighbours.cpp: pointers that lead into arrays of others
  struct ArrayPlace;
  /// An array that stands in memory of the input.
  struct ArrayIn {
    std::uint32_t pointer = ir::none;  ///< that leads to that memory
    ir::GlobalIndex global = ir::none; ///< or the global
    std::uint64_t offset = 0, count = 0, elementSize = 0;
  };
  /// A pointer that leads into an array: both by path.
  struct LeadsInside {
    std::string path, array;
    Term number; ///< of the element
  };
  [[nodiscard]] std::optional<ArrayPlace> arrayPlaceOf(const State& state, const Value& value) const;
  [[nodiscard]] const Inside* insideOf(std::string_view path) const;
  /// Which pointers are made first: those that lead to objects of their own, then those that lead into others.
  [[nodiscard]] int turnOf(std::string_view path) const;
  [[nodiscard]] bool holdsOthers(std::string_view path, bool isEnd) const;
  void noteArray(const std::string& path, std::uint64_t offset, const ir::SourceType& type, const Owner& owner);
  void reach(State& state, const std::string& path);
  [[nodiscard]] const LeadsInside* leadsInside(const input::Leaf& leaf) const;
  [[nodiscard]] ObjectId objectAt(State& state, const std::string& path);
  [[nodiscard]] ObjectId ownObject(State& state, const std::string& path, ir::TypeIndex target, const Owner& owner);
  [[nodiscard]] std::optional<Value> insideValue(State& state, const std::string& path, ir::TypeIndex pointerType,
                                                 const Owner& owner);

  // lengths.cpp
  /// Which number says how long a buffer is.
  struct Length {
    std::string name; ///< its path
    Term count;
    bool isSigned = false;
    bool isBytes = false;  ///< it counts bytes, whatever the elements are
    bool isLast = false;   ///< it is the number of the last element: there is one more
    bool isClosed = false; ///< the element behind the last one is a null, as in `argv`
  };
  class ParameterLengths;
  void findLengths(ir::FunctionIndex entry, const ir::SourceFunction& source);
  void takeLengths(const Harness& like, ir::FunctionIndex entry, const ir::SourceFunction& source);
  void findLengths(const ir::SourceType& record, const std::string& path, const Owner& owner);
  void noteLength(const std::string& buffer, Length length);
  [[nodiscard]] bool isSettled(const std::string& buffer) const;
  void useLength(InputPointer& pointer, const Length& length);

  // input_places.cpp
  [[nodiscard]] std::optional<ir::GlobalIndex> rootOf(std::string_view path) const;
  [[nodiscard]] bool isWithinAsked(const InputPointer& owner, const InputObject& input, const input::Leaf& leaf,
                                   const logic::Assignment& model) const;
  [[nodiscard]] bool hasElement(const InputPointer& pointer, const input::Leaf& leaf,
                                const logic::Assignment& model) const;

  const ir::Program& program_;
  std::optional<OtherVersion> other_;
  const ir::SourceTypes& types_;
  input::Leaves& leaves_;
  HarnessOptions options_;
  Machine* machine_ = nullptr;
  std::map<std::uint32_t, std::unique_ptr<InputPointer>> pointers_; ///< by number
  std::map<std::string, std::uint32_t> numbers_;                    ///< of pointers, by path
  std::map<std::string, std::pair<std::uint32_t, ir::TypeIndex>>
      tooDeep_; ///< pointers that are null because they are, by path: whose they are, and their types
  std::map<std::uint32_t, std::uint32_t>
      dataOwners_; ///< by variable: the pointer that stands there if the number does not
  std::map<std::uint32_t, std::uint32_t> absences_; ///< by variable: the root that is missing when it holds
  std::map<std::string, Length> lengths_;           ///< by path of the buffer
  std::map<std::string, Sequence> sequences_;       ///< by path
  std::map<std::string, std::unique_ptr<InputContainer>> containers_; ///< by path
  std::map<std::string, std::string> ends_;      ///< parameters that point behind the last element, of which one
  std::set<std::string> terminated_;             ///< parameters whose elements end with a null
  std::set<std::string> singles_;                ///< parameters of which only the first element is used
  std::map<std::string, std::uint64_t> rooms_;   ///< parameters that lead to exactly so many bytes, as code uses them
  std::map<std::string, std::uint64_t> reaches_; ///< likewise, where code takes what is inside for a record
  std::map<std::string, std::string> larger_;    ///< parameters that some code takes for a larger record, and its name
  Neighbours neighbours_;
  std::set<std::tuple<std::uint64_t, std::uint64_t, bool>> compared_; ///< whether they are neighbours has been asked
  std::map<std::string, Inside> insides_;                             ///< what they come to, by the pointer's name
  std::map<std::string, std::string> handles_;         ///< bytes that are a record, and its name, by the pointer's name
  std::map<std::string, ArrayIn> arrays_;              ///< those that pointers lead into, by path
  std::map<std::uint32_t, LeadsInside> leadInside_;    ///< by the variable with which the input says where
  std::vector<std::uint32_t> making_;                  ///< whose objects are being made
  std::unordered_map<std::uint32_t, LaidOut> laidOut_; ///< by pointer
  LaidOut* layingOut_ = nullptr;                       ///< what is noted of the object that is being laid out
  std::set<std::pair<const ir::SourceType*, std::string>> searchedForLengths_; ///< records, and where they stand
  std::vector<ir::GlobalIndex> makingGlobals_;
  std::map<ir::TypeIndex, std::vector<ir::FunctionIndex>> callees_; ///< by type of function
  std::map<std::uint32_t, Callees> tried_;                          ///< by number of the pointer
  std::optional<bool> asksForClass_;                                ///< once somebody wanted to know
  mutable std::map<ir::GlobalIndex, bool> areInputs_;               ///< as far as somebody asked
  ir::FunctionIndex entry_ = ir::none;
  ObjectId resultObject_ = 0;
  Term failingAllocation_;                             ///< none: it is not one of the inputs
  bool isStarting_ = false;                            ///< globals are what their initialisers say
  std::map<ir::GlobalIndex, Ref<Object>> constructed_; ///< globals, as a constructor left them
  std::vector<ir::FunctionIndex> leftOut_;             ///< constructors that could not be run
  std::vector<Ref<Effect>> startCalls_;
  std::size_t startEffects_ = 0;
  std::set<std::string> assumptions_;
  std::set<std::string> bounds_;
};

} // namespace beagle::exec
