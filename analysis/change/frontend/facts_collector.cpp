#include "analysis/change/frontend/facts_collector.h"

#include "analysis/change/frontend/ast_watch.h"
#include "analysis/change/frontend/compiled_watch.h"
#include "analysis/change/frontend/field_orders.h"
#include "analysis/change/frontend/outline_builder.h"
#include "analysis/change/frontend/preprocessor_watch.h"
#include "analysis/change/frontend/promises.h"
#include "analysis/change/frontend/text_bytes.h"

#include <clang/Lex/MacroInfo.h>
#include <llvm/Support/xxhash.h>

#include <algorithm>
#include <ranges>
#include <set>

namespace beagle::change {

namespace {

/// What a template instantiation or a qualified name is called without its arguments and scopes.
llvm::StringRef plainName(llvm::StringRef name) {
  constexpr llvm::StringLiteral call = "operator()"; // of a generic lambda, with template arguments behind it
  if (name.starts_with(call)) return call;
  if (name.starts_with("operator")) return name;
  return name.take_until([](char c) { return c == '<'; });
}

void keepOneOfEach(auto& values) {
  std::ranges::sort(values);
  const auto repeated = std::ranges::unique(values);
  values.erase(repeated.begin(), repeated.end());
}

/// Of the templates around a function and of its own, from the outside in.
void addTemplateParameters(const clang::FunctionDecl& function, std::vector<std::string>& names) {
  std::vector<const clang::TemplateParameterList*> lists;
  if (const auto* own = function.getDescribedFunctionTemplate()) lists.push_back(own->getTemplateParameters());
  for (const clang::DeclContext* scope = function.getDeclContext(); scope; scope = scope->getParent())
    if (const auto* type = llvm::dyn_cast<clang::CXXRecordDecl>(scope); type && type->getDescribedClassTemplate())
      lists.push_back(type->getDescribedClassTemplate()->getTemplateParameters());
  // A member that is defined outside of its class has names of its own for the parameters of the class.
  const unsigned written = function.getNumTemplateParameterLists();
  for (unsigned i = 0; i < written && i < lists.size(); ++i)
    lists[lists.size() - 1 - i] = function.getTemplateParameterList(i);
  for (const clang::TemplateParameterList* list : lists | std::views::reverse)
    for (const clang::NamedDecl* parameter : *list) names.push_back(parameter->getNameAsString());
}

/// Also one of a class that stands in such a class or in such a function.
bool isMadeOfTemplate(const clang::FieldDecl& field) {
  for (const clang::DeclContext* scope = field.getDeclContext(); scope; scope = scope->getParent())
    if (scope->isDependentContext() || llvm::isa<clang::ClassTemplateSpecializationDecl>(scope)) return true;
  return false;
}

} // namespace

FactsCollector::FactsCollector(clang::CompilerInstance& compiler, SourcePlaces places)
    : compiler_(compiler), places_(std::move(places)) {}

std::unique_ptr<clang::PPCallbacks> FactsCollector::preprocessorCallbacks() { return watchPreprocessor(*this); }

void FactsCollector::collect(clang::ASTContext& context) {
  addMacros();
  watchDeclarations(*this, context);
  watchCompiled(*this, context);
  attributeMentions();
  noteOutside();
  listFiles();
  // Code is generated next, and takes the memory.
  mentions_ = std::vector<Mention>();
  owners_ = std::vector<Owner>();
  mentionedAt_.clear();
  itemOf_.clear();
  declaredAt_.clear();
}

/// What keeps a header from being read twice shows at its end.
void FactsCollector::addMacros() {
  for (DefinedMacro& macro : macros_)
    if (!macro.info->isUsedForHeaderGuard()) addItem(macro.info, std::move(macro.item), macro.range);
  macros_ = std::vector<DefinedMacro>();
}

int FactsCollector::addItem(Identity identity, ir::Item item, clang::SourceRange range) {
  const auto [it, isNew] = itemOf_.try_emplace(identity, static_cast<int>(facts_.items.size()));
  if (!isNew) return it->second;
  std::ranges::for_each(item.parts, escapeBytes);
  if (item.endLine == 0) item.endLine = places_.lineOf(range.getEnd());
  itemsAt_[{item.file, item.line}].push_back(it->second);
  addPlace(it->second, range);
  facts_.items.push_back(std::move(item));
  return it->second;
}

void FactsCollector::addPlace(int item, clang::SourceRange range) {
  if (const auto place = places_.rangeOf(range)) owners_.push_back({*place, false, static_cast<std::uint32_t>(item)});
}

void FactsCollector::mention(clang::SourceLocation where, Identity identity) {
  if (where.isInvalid()) return;
  const auto [file, offset] = places_.sources().getDecomposedExpansionLoc(where);
  if (!places_.inProject(file)) return;
  const auto [known, isNew] = mentionedAt_.try_emplace(identity, static_cast<std::uint32_t>(mentioned_.size()));
  if (isNew) mentioned_.push_back(identity);
  mentions_.push_back({file, offset, Mention::Of::Item, known->second});
}

void FactsCollector::mentionLine(clang::SourceLocation where, std::uint64_t value, LineLiteral literal) {
  literal.line = places_.lineOf(places_.sources().getExpansionLoc(where));
  mentionAt(where, Mention::Of::Line, lines_.size());
  lines_.emplace_back(value, std::move(literal));
}

void FactsCollector::mentionMember(clang::SourceLocation where, const clang::FieldDecl& field) {
  const auto [known, isNew] = memberAt_.try_emplace(&field, members_.size());
  if (isNew) members_.push_back({llvm::xxh3_64bits(field.getQualifiedNameAsString()), isMadeOfTemplate(field)});
  mentionAt(where, Mention::Of::Member, known->second);
}

void FactsCollector::mentionMember(clang::SourceLocation where, const clang::CXXDependentScopeMemberExpr& member) {
  mentionAt(where, Mention::Of::Member, members_.size());
  members_.push_back({llvm::xxh3_64bits(member.getMember().getAsString()), true});
}

void FactsCollector::mentionAt(clang::SourceLocation where, Mention::Of of, std::size_t index) {
  const auto [file, offset] = places_.sources().getDecomposedLoc(places_.sources().getExpansionLoc(where));
  mentions_.push_back({file, offset, of, static_cast<std::uint32_t>(index)});
}

void FactsCollector::mentionText(clang::SourceLocation where, llvm::StringRef text) {
  mentionAt(where, Mention::Of::Text, texts_.size());
  texts_.push_back(llvm::xxh3_64bits(text));
}

void FactsCollector::mentionLineText(clang::SourceLocation where, std::string text, std::string withoutLine) {
  mentionAt(where, Mention::Of::LineText, lineTexts_.size());
  lineTexts_.emplace_back(std::move(text), std::move(withoutLine));
}

void FactsCollector::mentionDefault(clang::SourceLocation where, ir::DefaultUse use) {
  mentionAt(where, Mention::Of::Default, defaults_.size());
  escapeBytes(use.value);
  defaults_.push_back(std::move(use));
}

void FactsCollector::mentionDeclared(clang::SourceLocation where, const clang::NamedDecl& declared,
                                     ir::Declaration::Kind kind) {
  const clang::Decl* first = declared.getCanonicalDecl();
  if (where.isInvalid() ||
      (!places_.inProject(first->getLocation()) && !places_.inProject(declared.getMostRecentDecl()->getLocation())))
    return;
  const auto [known, isNew] = declaredAt_.try_emplace(first, static_cast<std::uint32_t>(facts_.declarations.size()));
  if (isNew) {
    ir::Declaration row{kind, declared.getQualifiedNameAsString(), {}, promisesOf(declared), {}, 0};
    if (const auto* value = llvm::dyn_cast<clang::ValueDecl>(declared.getMostRecentDecl())) row.type = typeOf(*value);
    row.file = places_.pathOf(first->getLocation());
    row.line = places_.lineOf(first->getLocation());
    facts_.declarations.push_back(std::move(row));
  }
  mentionAt(where, Mention::Of::Declared, known->second);
}

std::string FactsCollector::typeOf(const clang::ValueDecl& value) const {
  clang::PrintingPolicy policy = value.getASTContext().getPrintingPolicy();
  policy.SuppressTagKeyword = true;
  policy.Bool = true;
  policy.AnonymousTagLocations = false;
  clang::QualType type = value.getType().getCanonicalType();
  type.removeLocalRestrict();
  return type.getAsString(policy);
}

void FactsCollector::mentionOrders(clang::SourceLocation where, std::vector<ir::FieldOrder> orders) {
  for (ir::FieldOrder& order : orders) {
    mentionAt(where, Mention::Of::Order, orders_.size());
    orders_.push_back(std::move(order));
  }
}

void FactsCollector::noteOrders(llvm::StringRef symbol, const clang::FunctionDecl& function) {
  if (!places_.inProject(function.getLocation())) return;
  if (std::vector<ir::FieldOrder> orders = change::ordersOf(function); !orders.empty())
    symbolOrders_[symbol.str()] = std::move(orders);
}

std::vector<ir::FieldOrder> FactsCollector::ordersOf(const std::string& symbol) const {
  const auto it = symbolOrders_.find(symbol);
  return it == symbolOrders_.end() ? std::vector<ir::FieldOrder>() : it->second;
}

void FactsCollector::mentionFunction(clang::SourceLocation where, clang::SourceLocation function, bool onlyNamed) {
  const auto source = sourceAt_.find(function);
  if (source == sourceAt_.end() || where.isInvalid()) return;
  mentionAt(where, Mention::Of::Function, evaluated_.size());
  evaluated_.push_back({source->second, onlyNamed});
}

void FactsCollector::addFunction(const clang::FunctionDecl& function, std::string name) {
  const clang::SourceLocation where = function.getLocation();
  if (!places_.inProject(where)) return;
  ir::WrittenFunction source;
  source.name = std::move(name);
  source.file = places_.pathOf(where);
  source.line = places_.lineOf(where);
  source.endLine = places_.lineOf(function.getEndLoc());
  if (const clang::Stmt* body = function.getBody())
    if (const auto range = places_.rangeOf(body->getSourceRange())) source.body = places_.textRangeOf(*range);
  clang::PrintingPolicy policy = function.getASTContext().getPrintingPolicy();
  policy.SuppressTagKeyword = true;
  policy.Bool = true;
  policy.AnonymousTagLocations = false;
  source.result = function.getReturnType().getAsString(policy);
  source.signature = source.name + "(";
  for (const clang::ParmVarDecl* parameter : function.parameters()) {
    clang::QualType type = parameter->getType();
    type.removeLocalRestrict();
    source.parameters.push_back({parameter->getNameAsString(), type.getAsString(policy), promisesOf(*parameter)});
    if (source.parameters.size() > 1) source.signature += ", ";
    source.signature += source.parameters.back().type;
  }
  if (function.isVariadic()) source.signature += source.parameters.empty() ? "..." : ", ...";
  source.signature += ")";
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function)) {
    if (method->isConst()) source.signature += " const";
    source.isMember = true;
  }
  addTemplateParameters(function, source.templateParameters);
  source.promises = promisesOf(function);
  source.isInline = function.isInlined();
  source.isStatic = function.getFormalLinkage() != clang::Linkage::External;
  source.isTemplate = function.isTemplated();
  source.returnsRecord = function.getReturnType()->isRecordType();
  source.outlineAt = outlines_.size();
  const auto index = static_cast<std::uint32_t>(facts_.sources.size());
  if (const auto range = places_.rangeOf(function.getSourceRange())) owners_.push_back({*range, true, index});
  functionsAt_[{source.file, source.line}].push_back(static_cast<int>(index));
  sourceAt_.try_emplace(where, index);
  facts_.sources.push_back(std::move(source));
  lineMentions_.emplace_back();
  outlines_ += packed(OutlineBuilder(places_).build(function));
}

void FactsCollector::attributeMentions() {
  // An item may be declared further down than it is mentioned, so this comes last.
  auto kept = mentions_.begin();
  for (Mention mention : mentions_) {
    if (mention.of == Mention::Of::Item) {
      const auto it = itemOf_.find(mentioned_[mention.index]);
      if (it == itemOf_.end()) continue; // of the system's headers
      mention.index = static_cast<std::uint32_t>(it->second);
    }
    *kept++ = mention;
  }
  mentions_.erase(kept, mentions_.end());
  std::ranges::sort(mentions_);
  isInFunction_.resize(evaluated_.size());

  // Everything that stands within an owner's text is mentioned by it, inside inner functions too.
  for (const Owner& owner : owners_) {
    std::vector<std::uint32_t>& uses =
        owner.isFunction ? facts_.sources[owner.index].uses : facts_.items[owner.index].uses;
    for (auto it =
             std::ranges::lower_bound(mentions_, Mention{owner.range.file, owner.range.begin, Mention::Of::Item, 0});
         it != mentions_.end() && it->file == owner.range.file && it->offset < owner.range.end; ++it) {
      if (it->of != Mention::Of::Item) {
        attribute(*it, owner);
      } else if (owner.isFunction || it->index != owner.index) {
        uses.push_back(it->index);
      }
    }
    if (owner.isFunction) finish(owner.index);
    else keepOneOfEach(facts_.items[owner.index].orders);
    keepOneOfEach(uses);
  }
}

void FactsCollector::addMember(ir::WrittenFunction& source, const MentionedMember& member) {
  std::uint64_t& digest = member.isOfTemplate ? source.templateMembers : source.members;
  digest = digest * 31 + member.name;
}

void FactsCollector::attribute(const Mention& mention, const Owner& owner) {
  ir::WrittenFunction* source = owner.isFunction ? &facts_.sources[owner.index] : nullptr;
  LineMentions& lines = source ? lineMentions_[owner.index] : itemLines_[owner.index];
  switch (mention.of) {
  case Mention::Of::Item: break;
  case Mention::Of::Line: lines.numbers[lines_[mention.index].first].push_back(lines_[mention.index].second); break;
  case Mention::Of::Text:
    if (source) source->madeTexts = source->madeTexts * 31 + texts_[mention.index];
    break;
  case Mention::Of::Member:
    if (source) addMember(*source, members_[mention.index]);
    break;
  case Mention::Of::LineText: {
    LineText& text = lines.texts[lineTexts_[mention.index].first];
    text.withoutLine = lineTexts_[mention.index].second;
    ++text.written;
    break;
  }
  case Mention::Of::Default:
    if (source) source->defaults.push_back(defaults_[mention.index]);
    break;
  case Mention::Of::Declared:
    if (source) source->declarations.push_back(mention.index);
    break;
  case Mention::Of::Order:
    (source ? source->orders : facts_.items[owner.index].orders).push_back(orders_[mention.index]);
    break;
  case Mention::Of::File:
    if (source) source->readsFile = true;
    break;
  case Mention::Of::Name:
    if (source) source->readsName = true;
    break;
  case Mention::Of::Function:
    if (!source) break;
    source->evaluates.push_back(evaluated_[mention.index]);
    isInFunction_[mention.index] = true;
    break;
  }
}

void FactsCollector::finish(std::uint32_t function) {
  ir::WrittenFunction& source = facts_.sources[function];
  source.readsLine = !lineMentions_[function].numbers.empty();
  keepOneOfEach(source.declarations);
  keepOneOfEach(source.orders);
  keepOneOfEach(source.defaults);
  keepOneOfEach(source.evaluates);
}

/// Constants and types outside of functions need other functions, too.
void FactsCollector::noteOutside() {
  for (std::size_t i = 0; i < evaluated_.size(); ++i) {
    if (isInFunction_[i]) continue;
    ir::WrittenFunction& source = facts_.sources[evaluated_[i].source];
    (evaluated_[i].onlyNamed ? source.isNamed : source.isEvaluated) = true;
  }
}

using LineRanges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// An `#elif` in the middle of what is left out is evaluated all the same.
static LineRanges skippedLines(const LineRanges& skipped, const std::vector<ir::Condition>& conditions) {
  LineRanges left;
  for (auto [first, last] : skipped) {
    for (const ir::Condition& condition : conditions) { // in the order of lines
      if (condition.endLine < first || condition.line > last) continue;
      if (first < condition.line) left.emplace_back(first, condition.line - 1);
      first = condition.endLine + 1;
    }
    if (first <= last) left.emplace_back(first, last);
  }
  return left;
}

/// The lines that are in all of these.
static LineRanges commonLines(const std::vector<LineRanges>& reads) {
  std::map<std::uint32_t, std::size_t> count; // of reads that leave the line out
  for (const auto& ranges : reads) {
    std::set<std::uint32_t> lines;
    for (const auto& [first, last] : ranges)
      for (std::uint32_t line = first; line <= last; ++line) lines.insert(line);
    for (const std::uint32_t line : lines) ++count[line];
  }
  LineRanges common;
  for (const auto& [line, times] : count) {
    if (times < reads.size()) continue;
    if (!common.empty() && common.back().second + 1 == line) ++common.back().second;
    else common.emplace_back(line, line);
  }
  return common;
}

void FactsCollector::listFiles() {
  const clang::SourceManager& sources = places_.sources();
  std::map<std::string, ir::UnitFile> files;
  for (auto it = sources.fileinfo_begin(); it != sources.fileinfo_end(); ++it) {
    // By the name it was asked for and, through links, the one it really has.
    for (const llvm::StringRef name : {it->first.getName(), it->first.getFileEntry().tryGetRealPathName()}) {
      if (name.empty()) continue;
      const std::string path = places_.pathOf(name);
      files[path].path = path;
    }
  }
  std::map<std::string, std::vector<LineRanges>> skipped; // each time
  for (unsigned i = 0; i < sources.local_sloc_entry_size(); ++i) {
    const clang::SrcMgr::SLocEntry& entry = sources.getLocalSLocEntry(i);
    if (!entry.isFile()) continue;
    const clang::SourceLocation begin = clang::SourceLocation::getFromRawEncoding(entry.getOffset());
    const auto file = sources.getFileEntryRefForID(sources.getFileID(begin));
    if (!file || !places_.inProject(begin)) continue;
    const std::string path = places_.pathOf(file->getName());
    const FileRead& read = reads_[sources.getFileID(begin)];
    skipped[path].push_back(skippedLines(read.skipped, read.conditions));
    std::ranges::copy(read.conditions, std::back_inserter(files[path].conditions));
  }
  for (const auto& [path, reads] : skipped) files[path].skipped = commonLines(reads);
  for (auto& [path, choices] : choices_) files[path].choices = std::move(choices);
  for (auto& [path, file] : files) {
    file.path = path;
    keepOneOfEach(file.conditions);
    facts_.files.push_back(std::move(file));
  }
}

int FactsCollector::functionAt(const std::string& path, unsigned line, llvm::StringRef name, bool isImplicit) const {
  const auto it = functionsAt_.find({path, line});
  if (it == functionsAt_.end()) return -1;
  if (it->second.size() == 1 && !isImplicit) return it->second.front();
  for (const int index : it->second) {
    const std::string& full = facts_.sources[static_cast<std::size_t>(index)].name;
    const llvm::StringRef last =
        llvm::StringRef(full).ends_with("(lambda)")
            ? llvm::StringRef("operator()")
            : llvm::StringRef(full).substr(full.rfind("::") == std::string::npos ? 0 : full.rfind("::") + 2);
    if (plainName(last) == plainName(name)) return index;
  }
  return isImplicit ? -1 : it->second.front();
}

int FactsCollector::itemAt(const std::string& path, unsigned line, llvm::StringRef name) const {
  const auto it = itemsAt_.find({path, line});
  if (it == itemsAt_.end()) return -1;
  for (const int index : it->second) {
    const ir::Item& item = facts_.items[static_cast<std::size_t>(index)];
    if (item.kind == ir::Item::Kind::Global && llvm::StringRef(item.name).ends_with(plainName(name))) return index;
  }
  return -1;
}

int FactsCollector::itemOf(const std::string& symbol) const {
  const auto it = itemOfSymbol_.find(symbol);
  return it == itemOfSymbol_.end() ? -1 : it->second;
}

static const LineMentions noLines;

const LineMentions& FactsCollector::linesOfItem(int item) const {
  const auto it = itemLines_.find(static_cast<std::uint32_t>(item));
  return item < 0 || it == itemLines_.end() ? noLines : it->second;
}

const LineMentions& FactsCollector::linesOf(int source) const {
  return source < 0 ? noLines : lineMentions_[static_cast<std::size_t>(source)];
}

} // namespace beagle::change
