#include "analysis/change/frontend/facts_collector.h"

#include "analysis/change/frontend/outline_builder.h"
#include "analysis/support/digest.h"

#include <clang/AST/RecordLayout.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/Support/xxhash.h>

#include <algorithm>
#include <ranges>
#include <set>

namespace beagle::change {

namespace {

/// What a template instantiation or a qualified name is called without its arguments and scopes.
llvm::StringRef plainName(llvm::StringRef name) {
  if (name.starts_with("operator")) return name;
  return name.take_until([](char c) { return c == '<'; });
}

std::string shortened(std::string text) {
  constexpr std::size_t limit = 200;
  if (text.size() <= limit) return text;
  text.resize(limit);
  return text + "…";
}

std::string digestOfParts(const std::vector<std::string>& parts) {
  support::Digest digest;
  for (const std::string& part : parts) digest.add(part);
  return digest.hex();
}

} // namespace

/// Macros, where they are used, and what conditional compilation leaves out.
class PreprocessorWatch final : public clang::PPCallbacks {
public:
  explicit PreprocessorWatch(FactsCollector& owner) : owner_(owner) {}

  void MacroDefined(const clang::Token& name, const clang::MacroDirective* directive) override {
    const clang::MacroInfo* info = directive->getMacroInfo();
    const clang::SourceLocation where = info->getDefinitionLoc();
    const std::string path = owner_.places_.pathOf(where);
    const bool commandLine = path == "<command line>";
    if (info->isBuiltinMacro() || info->isUsedForHeaderGuard() || !(commandLine || owner_.places_.inProject(where))) return;
    std::string text;
    if (info->isFunctionLike()) {
      text = "(";
      for (const clang::IdentifierInfo* parameter : info->params()) {
        if (text.size() > 1) text += ", ";
        text += parameter->getName();
      }
      text += info->isVariadic() ? "...) " : ") ";
    }
    const clang::Preprocessor& preprocessor = owner_.compiler_.getPreprocessor();
    support::Digest digest; // of the tokens: blanks between them are layout
    digest.add(text);
    bool first = true;
    for (const clang::Token& token : info->tokens()) {
      if (!first && token.hasLeadingSpace()) text += ' ';
      const std::string spelling = preprocessor.getSpelling(token);
      digest.add(spelling);
      text += spelling;
      first = false;
    }
    ir::Item item;
    item.kind = ir::Item::Kind::Macro;
    item.name = name.getIdentifierInfo()->getName().str();
    item.file = path;
    item.line = owner_.places_.lineOf(where);
    item.digest = digest.hex();
    item.parts = {shortened(std::move(text))};
    owner_.addItem(info, std::move(item), {where, info->getDefinitionEndLoc()});
  }

  void MacroExpands(const clang::Token& name, const clang::MacroDefinition& definition, clang::SourceRange,
                    const clang::MacroArgs*) override {
    if (definition.getMacroInfo()) owner_.mention(name.getLocation(), definition.getMacroInfo());
  }
  void Defined(const clang::Token& name, const clang::MacroDefinition& definition, clang::SourceRange) override {
    if (definition.getMacroInfo()) owner_.mention(name.getLocation(), definition.getMacroInfo());
  }
  void Ifdef(clang::SourceLocation, const clang::Token& name, const clang::MacroDefinition& definition) override {
    if (definition.getMacroInfo()) owner_.mention(name.getLocation(), definition.getMacroInfo());
  }
  void Ifndef(clang::SourceLocation, const clang::Token& name, const clang::MacroDefinition& definition) override {
    if (definition.getMacroInfo()) owner_.mention(name.getLocation(), definition.getMacroInfo());
  }

  void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation) override {
    if (!owner_.places_.inProject(range.getBegin())) return;
    // From the line after the directive to the line before the one that ends it.
    const unsigned first = owner_.places_.sources().getExpansionLineNumber(range.getBegin()) + 1;
    const unsigned end = owner_.places_.sources().getExpansionLineNumber(range.getEnd());
    if (first < end) {
      const auto entry = owner_.places_.sources().getFileEntryRefForID(
          owner_.places_.sources().getFileID(range.getBegin()));
      if (entry) owner_.skipped_[owner_.places_.pathOf(entry->getName())].emplace_back(first, end - 1);
    }
  }

private:
  FactsCollector& owner_;
};

/// The preprocessor writes `__LINE__` as a number of its own, whichever macros it then passes through.
bool isLineLiteral(const clang::Stmt& statement, const clang::ASTContext& context) {
  const auto* literal = llvm::dyn_cast<clang::IntegerLiteral>(&statement);
  if (!literal || !literal->getLocation().isMacroID()) return false;
  const clang::SourceManager& sources = context.getSourceManager();
  if (!sources.isWrittenInScratchSpace(sources.getSpellingLoc(literal->getLocation()))) return false;
  const clang::PresumedLoc place = sources.getPresumedLoc(sources.getExpansionRange(literal->getLocation()).getEnd());
  return place.isValid() && literal->getValue() == place.getLine();
}

/// Whether a part of it was made by `#`: then blanks of the source are in it.
bool isMadeText(const clang::StringLiteral& text, const clang::SourceManager& sources) {
  for (unsigned i = 0; i < text.getNumConcatenated(); ++i)
    if (const auto place = text.getStrTokenLoc(i);
        place.isMacroID() && sources.isWrittenInScratchSpace(sources.getSpellingLoc(place)))
      return true;
  return false;
}

/// What a string holds, with `__LINE__` in place of the line number that `#` wrote into it. As it is where that number
/// stands in it more than once.
std::string withoutLineNumber(const clang::StringLiteral& text, const clang::ASTContext& context) {
  std::string held = text.getBytes().str();
  const clang::SourceManager& sources = context.getSourceManager();
  for (unsigned i = 0; i < text.getNumConcatenated(); ++i) {
    const clang::SourceLocation token = text.getStrTokenLoc(i);
    if (!token.isMacroID() || !sources.isWrittenInScratchSpace(sources.getSpellingLoc(token))) continue;
    const clang::PresumedLoc place = sources.getPresumedLoc(sources.getExpansionRange(token).getEnd());
    if (place.isInvalid()) continue;
    const std::string line = std::to_string(place.getLine());
    llvm::SmallString<16> buffer;
    if (clang::Lexer::getSpelling(sources.getSpellingLoc(token), buffer, sources, context.getLangOpts()) != '"' + line + '"') continue;
    const std::size_t at = held.find(line);
    if (at == std::string::npos || held.find(line, at + 1) != std::string::npos) return text.getBytes().str();
    return held.replace(at, line.size(), "__LINE__");
  }
  return held;
}

/// Prints `__LINE__` as it was written: the number says nothing about the code.
class LineNumbersByName final : public clang::PrinterHelper {
public:
  explicit LineNumbersByName(const clang::ASTContext& context) : context_(context) {}
  bool handledStmt(clang::Stmt* statement, llvm::raw_ostream& stream) override {
    if (!isLineLiteral(*statement, context_)) return false;
    stream << "__LINE__";
    return true;
  }

private:
  const clang::ASTContext& context_;
};

/// Functions, types, enums and variables, and who mentions them.
class AstWatch final : public clang::RecursiveASTVisitor<AstWatch> {
public:
  AstWatch(FactsCollector& owner, clang::ASTContext& context) : owner_(owner), context_(context), policy_(context.getPrintingPolicy()) {
    policy_.SuppressTagKeyword = true;
    policy_.Bool = true;
    policy_.AnonymousTagLocations = false;
  }

  bool shouldVisitTemplateInstantiations() const { return false; }
  bool shouldVisitImplicitCode() const { return false; }

  bool VisitFunctionDecl(clang::FunctionDecl* function) {
    if (!function->doesThisDeclarationHaveABody() || function->isImplicit()) return true;
    if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function); method && method->getParent()->isLambda())
      return true; // named after the function around it
    owner_.addFunction(*function, function->getQualifiedNameAsString());
    return true;
  }

  bool VisitLambdaExpr(clang::LambdaExpr* lambda) {
    const clang::CXXMethodDecl* call = lambda->getCallOperator();
    std::string outer;
    for (const clang::DeclContext* scope = call->getParent()->getDeclContext(); scope; scope = scope->getParent()) {
      const auto* named = llvm::dyn_cast<clang::NamedDecl>(scope);
      if (!named) continue;
      if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(scope); record && record->isLambda()) continue;
      if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(scope); method && method->getParent()->isLambda()) {
        outer = "(lambda)" + (outer.empty() ? "" : "::" + outer);
        continue;
      }
      outer = named->getQualifiedNameAsString() + (outer.empty() ? "" : "::" + outer);
      break;
    }
    owner_.addFunction(*call, outer.empty() ? "(lambda)" : outer + "::(lambda)");
    return true;
  }

  bool VisitEnumDecl(clang::EnumDecl* declared) {
    if (!declared->isThisDeclarationADefinition()) return true;
    ir::Item item = begin(ir::Item::Kind::Enum, *declared, nameOf(*declared));
    for (const clang::EnumConstantDecl* constant : declared->enumerators()) {
      llvm::SmallString<24> value;
      constant->getInitVal().toString(value, 10);
      item.parts.push_back((constant->getName() + "=" + value).str());
    }
    item.digest = digestOfParts(item.parts);
    owner_.addItem(declared, std::move(item), declared->getSourceRange());
    return true;
  }

  bool VisitRecordDecl(clang::RecordDecl* record) {
    if (!record->isThisDeclarationADefinition() || record->isInvalidDecl()) return true;
    if (const auto* type = llvm::dyn_cast<clang::CXXRecordDecl>(record); type && (type->isLambda() || type->isDependentContext()))
      return true;
    ir::Item item = begin(ir::Item::Kind::Type, *record, nameOf(*record));
    if (!record->isCompleteDefinition()) return true;
    const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(record);
    item.parts.push_back("size " + std::to_string(layout.getSize().getQuantity()));
    item.parts.push_back("alignment " + std::to_string(layout.getAlignment().getQuantity()));
    for (const clang::FieldDecl* field : record->fields()) {
      const std::uint64_t bit = layout.getFieldOffset(field->getFieldIndex());
      std::string place = std::to_string(bit / 8);
      if (field->isBitField())
        place += "." + std::to_string(bit % 8) + ":" + std::to_string(field->getBitWidthValue(context_));
      item.parts.push_back(nameOf(*field) + "@" + place + ":" +
                           field->getType().getCanonicalType().getAsString(policy_));
    }
    if (const auto* type = llvm::dyn_cast<clang::CXXRecordDecl>(record)) addClassParts(*type, layout, item);
    item.digest = digestOfParts(item.parts);
    owner_.addItem(record, std::move(item), record->getSourceRange());
    return true;
  }

  bool VisitTypedefNameDecl(clang::TypedefNameDecl* declared) {
    if (declared->getUnderlyingType()->isDependentType()) return true;
    // `typedef struct {...} S;`: the struct is the item.
    if (const auto* tag = declared->getUnderlyingType()->getAsTagDecl(); tag && !tag->getIdentifier()) return true;
    ir::Item item = begin(ir::Item::Kind::Type, *declared, declared->getQualifiedNameAsString());
    item.parts = {declared->getUnderlyingType().getCanonicalType().getAsString(policy_)};
    item.digest = digestOfParts(item.parts);
    owner_.addItem(declared, std::move(item), declared->getSourceRange());
    return true;
  }

  bool VisitVarDecl(clang::VarDecl* variable) {
    if (!variable->hasGlobalStorage() || variable->isThisDeclarationADefinition() == clang::VarDecl::DeclarationOnly)
      return true;
    if (variable->getType()->isDependentType() || variable->isInvalidDecl()) return true;
    ir::Item item = begin(ir::Item::Kind::Global, *variable, variable->getQualifiedNameAsString());
    if (const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(variable->getParentFunctionOrMethod()))
      item.name = function->getQualifiedNameAsString() + "::" + variable->getNameAsString();
    std::string value;
    if (variable->hasInit()) {
      llvm::raw_string_ostream stream(value);
      LineNumbersByName printer(context_);
      variable->getInit()->printPretty(stream, &printer, policy_);
    }
    const std::string type = variable->getType().getCanonicalType().getAsString(policy_);
    item.digest = support::Digest().add(type).add(value).hex();
    item.parts = {type, shortened(std::move(value))};
    if (variable->hasInit() && context_.getLangOpts().CPlusPlus && !variable->hasConstantInitialization())
      item.parts.emplace_back("dynamic"); // its value is computed at start-up
    owner_.addItem(variable->getCanonicalDecl(), std::move(item), variable->getSourceRange());
    return true;
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) {
    const clang::ValueDecl* target = reference->getDecl();
    if (const auto* constant = llvm::dyn_cast<clang::EnumConstantDecl>(target))
      owner_.mention(reference->getLocation(), llvm::cast<clang::EnumDecl>(constant->getDeclContext()));
    else if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(target); variable && variable->hasGlobalStorage())
      owner_.mention(reference->getLocation(), variable->getCanonicalDecl());
    mentionType(reference->getLocation(), reference->getType());
    return true;
  }

  bool VisitMemberExpr(clang::MemberExpr* member) {
    if (const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()))
      owner_.mention(member->getMemberLoc(), field->getParent());
    else if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(member->getMemberDecl()))
      owner_.mention(member->getMemberLoc(), variable->getCanonicalDecl());
    else if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl()); method && method->isVirtual())
      owner_.mention(member->getMemberLoc(), method->getParent()); // its place in the vtable
    return true;
  }

  bool VisitTypeLoc(clang::TypeLoc written) {
    if (written.getBeginLoc().isValid()) mentionType(written.getBeginLoc(), written.getType());
    return true;
  }

  bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) {
    mentionType(made->getBeginLoc(), made->getType());
    noteLineArguments(made->arguments(), made->getConstructor()->getParent());
    return true;
  }

  bool VisitCallExpr(clang::CallExpr* call) {
    noteLineArguments(call->arguments(), llvm::dyn_cast_or_null<clang::NamedDecl>(call->getCalleeDecl()));
    return true;
  }

  bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr* left) {
    const clang::ParmVarDecl* parameter = left->getParam();
    const auto* callee = llvm::dyn_cast<clang::NamedDecl>(parameter->getDeclContext());
    if (!callee || !parameter->hasDefaultArg() || parameter->hasUnparsedDefaultArg() || parameter->hasUninstantiatedDefaultArg())
      return true;
    std::string value;
    llvm::raw_string_ostream stream(value);
    LineNumbersByName printer(context_);
    parameter->getDefaultArg()->printPretty(stream, &printer, policy_);
    owner_.mentionDefault(left->getUsedLocation(), {callee->getQualifiedNameAsString(), parameter->getNameAsString(), shortened(std::move(value))});
    return true;
  }

  bool VisitStringLiteral(clang::StringLiteral* text) {
    if (!isMadeText(*text, context_.getSourceManager())) return true;
    const std::string held = text->getBytes().str();
    const std::string withoutLine = text->getCharByteWidth() == 1 ? withoutLineNumber(*text, context_) : held;
    owner_.mentionText(text->getBeginLoc(), withoutLine);
    if (withoutLine != held) owner_.mentionLineText(text->getBeginLoc(), held, withoutLine);
    return true;
  }

  bool VisitIntegerLiteral(clang::IntegerLiteral* literal) {
    if (!isLineLiteral(*literal, context_) || !seenLines_.insert(literal).second) return true;
    const auto argument = lineArguments_.find(literal);
    if (argument == lineArguments_.end()) owner_.mentionLine(literal->getLocation(), literal->getValue().getZExtValue(), {});
    else owner_.mentionLine(literal->getLocation(), argument->second.second, argument->second.first);
    return true;
  }

private:
  template <typename Arguments> void noteLineArguments(Arguments arguments, const clang::NamedDecl* callee) {
    if (!callee || !callee->getIdentifier()) return;
    auto left = static_cast<unsigned>(std::ranges::distance(arguments));
    for (const clang::Expr* argument : arguments) {
      if (const auto [literal, value] = lineNear(*argument); literal) lineArguments_[literal] = {{0, callee->getName().str(), left}, value};
      --left;
    }
  }

  /// `__LINE__` and its value, or `__LINE__ - 2`: a place near by.
  std::pair<const clang::IntegerLiteral*, std::uint64_t> lineNear(const clang::Expr& written) {
    const clang::Expr* expression = written.IgnoreParenImpCasts();
    std::int64_t distance = 0;
    if (const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(expression); sum && sum->isAdditiveOp()) {
      const auto* steps = llvm::dyn_cast<clang::IntegerLiteral>(sum->getRHS()->IgnoreParenImpCasts());
      if (!steps || steps->getValue().ugt(100) || isLineLiteral(*steps, context_)) return {};
      distance = sum->getOpcode() == clang::BO_Add ? steps->getValue().getSExtValue() : -steps->getValue().getSExtValue();
      expression = sum->getLHS()->IgnoreParenImpCasts();
    }
    const auto* literal = llvm::dyn_cast<clang::IntegerLiteral>(expression);
    if (!literal || !isLineLiteral(*literal, context_)) return {};
    return {literal, literal->getValue().getZExtValue() + static_cast<std::uint64_t>(distance)};
  }

  void mentionType(clang::SourceLocation where, clang::QualType type) {
    while (!type.isNull()) {
      if (const auto* named = type->getAs<clang::TypedefType>()) owner_.mention(where, named->getDecl());
      if (const auto* tag = type->getAsTagDecl()) {
        if (const auto* defined = tag->getDefinition()) owner_.mention(where, defined);
        return;
      }
      const clang::QualType pointee = type->getPointeeType();
      if (!pointee.isNull()) type = pointee;
      else if (const auto* array = type->getAsArrayTypeUnsafe()) type = array->getElementType();
      else return;
    }
  }

  void addClassParts(const clang::CXXRecordDecl& type, const clang::ASTRecordLayout& layout, ir::Item& item) {
    for (const clang::CXXBaseSpecifier& base : type.bases()) {
      const auto* parent = base.getType()->getAsCXXRecordDecl();
      if (!parent) continue;
      const std::int64_t at = base.isVirtual() ? -1 : layout.getBaseClassOffset(parent).getQuantity();
      item.parts.push_back("base " + parent->getQualifiedNameAsString() + "@" + (at < 0 ? "virtual" : std::to_string(at)));
    }
    for (const clang::CXXMethodDecl* method : type.methods())
      if (method->isVirtual() && !method->isImplicit())
        item.parts.push_back("virtual " + method->getNameAsString() + ": " + method->getType().getAsString(policy_));
  }

  ir::Item begin(ir::Item::Kind kind, const clang::NamedDecl& declared, std::string name) {
    ir::Item item;
    item.kind = kind;
    item.name = std::move(name);
    item.file = owner_.places_.pathOf(declared.getLocation());
    item.line = owner_.places_.lineOf(declared.getLocation());
    item.endLine = owner_.places_.lineOf(declared.getEndLoc());
    return item;
  }

  /// A name that a macro pasted together with `__LINE__` says so instead of the number.
  std::string nameOf(const clang::FieldDecl& field) {
    std::string name = field.getNameAsString();
    const clang::SourceLocation where = field.getLocation();
    const clang::SourceManager& sources = context_.getSourceManager();
    if (!where.isMacroID() || !sources.isWrittenInScratchSpace(sources.getSpellingLoc(where))) return name;
    const clang::PresumedLoc place = sources.getPresumedLoc(sources.getExpansionRange(where).getEnd());
    const std::string line = place.isValid() ? std::to_string(place.getLine()) : std::string();
    if (!line.empty() && name.ends_with(line)) name.replace(name.size() - line.size(), line.size(), "__LINE__");
    return name;
  }

  /// What has no name is called by what it holds, or where it is.
  std::string nameOf(const clang::TagDecl& tag) {
    if (const auto* name = tag.getTypedefNameForAnonDecl()) return name->getQualifiedNameAsString();
    if (tag.getIdentifier()) return tag.getQualifiedNameAsString();
    if (const auto* constants = llvm::dyn_cast<clang::EnumDecl>(&tag); constants && constants->enumerator_begin() != constants->enumerator_end())
      return "(unnamed, with " + constants->enumerator_begin()->getQualifiedNameAsString() + ")";
    if (const auto* outer = llvm::dyn_cast<clang::TagDecl>(tag.getDeclContext())) return nameOf(*outer) + "::(unnamed)";
    return "(unnamed)";
  }

  FactsCollector& owner_;
  clang::ASTContext& context_;
  clang::PrintingPolicy policy_;
  std::set<const clang::IntegerLiteral*> seenLines_; // a list in braces is traversed in two forms
  std::map<const clang::IntegerLiteral*, std::pair<LineLiteral, std::uint64_t>> lineArguments_; ///< what takes them, and the value
};

FactsCollector::FactsCollector(clang::CompilerInstance& compiler, SourcePlaces places)
    : compiler_(compiler), places_(std::move(places)) {}

std::unique_ptr<clang::PPCallbacks> FactsCollector::preprocessorCallbacks() {
  return std::make_unique<PreprocessorWatch>(*this);
}

void FactsCollector::collect(clang::ASTContext& context) {
  AstWatch watch(*this, context);
  for (clang::Decl* declared : context.getTranslationUnitDecl()->decls())
    if (declared->getLocation().isValid() && places_.inProject(declared->getLocation())) watch.TraverseDecl(declared);
  attributeMentions();
  listFiles();
  // Code is generated next, and takes the memory.
  mentions_ = std::vector<Mention>();
  owners_ = std::vector<Owner>();
  mentionedAt_.clear();
  itemOf_.clear();
}

int FactsCollector::addItem(Identity identity, ir::Item item, clang::SourceRange range) {
  const auto [it, isNew] = itemOf_.try_emplace(identity, static_cast<int>(facts_.items.size()));
  if (!isNew) return it->second;
  if (item.endLine == 0) item.endLine = places_.lineOf(range.getEnd());
  itemsAt_[{item.file, item.line}].push_back(it->second);
  if (const auto place = places_.rangeOf(range))
    owners_.push_back({*place, false, static_cast<std::uint32_t>(it->second)});
  facts_.items.push_back(std::move(item));
  return it->second;
}

void FactsCollector::mention(clang::SourceLocation where, Identity identity) {
  if (where.isInvalid()) return;
  const clang::SourceLocation place = places_.sources().getExpansionLoc(where);
  if (!places_.inProject(place)) return;
  const auto [file, offset] = places_.sources().getDecomposedLoc(place);
  const auto [known, isNew] = mentionedAt_.try_emplace(identity, static_cast<std::uint32_t>(mentioned_.size()));
  if (isNew) mentioned_.push_back(identity);
  mentions_.push_back({file, offset, Mention::Of::Item, known->second});
}

void FactsCollector::mentionLine(clang::SourceLocation where, std::uint64_t value, LineLiteral literal) {
  literal.line = places_.lineOf(places_.sources().getExpansionLoc(where));
  mentionNext(where, Mention::Of::Line, lines_.size());
  lines_.emplace_back(value, std::move(literal));
}

void FactsCollector::mentionNext(clang::SourceLocation where, Mention::Of of, std::size_t index) {
  const auto [file, offset] = places_.sources().getDecomposedLoc(places_.sources().getExpansionLoc(where));
  mentions_.push_back({file, offset, of, static_cast<std::uint32_t>(index)});
}

void FactsCollector::mentionText(clang::SourceLocation where, llvm::StringRef text) {
  mentionNext(where, Mention::Of::Text, texts_.size());
  texts_.push_back(llvm::xxh3_64bits(text));
}

void FactsCollector::mentionLineText(clang::SourceLocation where, std::string text, std::string withoutLine) {
  mentionNext(where, Mention::Of::LineText, lineTexts_.size());
  lineTexts_.emplace_back(std::move(text), std::move(withoutLine));
}

void FactsCollector::mentionDefault(clang::SourceLocation where, ir::DefaultUse use) {
  mentionNext(where, Mention::Of::Default, defaults_.size());
  defaults_.push_back(std::move(use));
}

namespace {

/// Of the templates around a function and of its own, from the outside in.
void addTemplateParameters(const clang::FunctionDecl& function, std::vector<std::string>& names) {
  std::vector<const clang::TemplateParameterList*> lists;
  if (const auto* own = function.getDescribedFunctionTemplate()) lists.push_back(own->getTemplateParameters());
  for (const clang::DeclContext* scope = function.getDeclContext(); scope; scope = scope->getParent())
    if (const auto* type = llvm::dyn_cast<clang::CXXRecordDecl>(scope); type && type->getDescribedClassTemplate())
      lists.push_back(type->getDescribedClassTemplate()->getTemplateParameters());
  // A member that is defined outside of its class has names of its own for the parameters of the class.
  const unsigned written = function.getNumTemplateParameterLists();
  for (unsigned i = 0; i < written && i < lists.size(); ++i) lists[lists.size() - 1 - i] = function.getTemplateParameterList(i);
  for (const clang::TemplateParameterList* list : lists | std::views::reverse)
    for (const clang::NamedDecl* parameter : *list) names.push_back(parameter->getNameAsString());
}

} // namespace

void FactsCollector::addFunction(const clang::FunctionDecl& function, std::string name) {
  const clang::SourceLocation where = function.getLocation();
  if (!places_.inProject(where)) return;
  ir::WrittenFunction source;
  source.name = std::move(name);
  source.file = places_.pathOf(where);
  source.line = places_.lineOf(where);
  source.endLine = places_.lineOf(function.getEndLoc());
  clang::PrintingPolicy policy = function.getASTContext().getPrintingPolicy();
  policy.SuppressTagKeyword = true;
  policy.Bool = true;
  policy.AnonymousTagLocations = false;
  source.result = function.getReturnType().getAsString(policy);
  source.signature = source.name + "(";
  for (const clang::ParmVarDecl* parameter : function.parameters()) {
    source.parameters.push_back({parameter->getNameAsString(), parameter->getType().getAsString(policy)});
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
  source.isInline = function.isInlined();
  source.isStatic = function.getFormalLinkage() != clang::Linkage::External;
  source.isTemplate = function.isTemplated();
  source.outlineAt = outlines_.size();
  const auto index = static_cast<std::uint32_t>(facts_.sources.size());
  if (const auto range = places_.rangeOf(function.getSourceRange())) owners_.push_back({*range, true, index});
  functionsAt_[{source.file, source.line}].push_back(static_cast<int>(index));
  facts_.sources.push_back(std::move(source));
  lineMentions_.emplace_back();
  outlines_ += toJson(OutlineBuilder(places_).build(function));
  outlines_ += '\n';
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

  // Everything that stands within an owner's text is mentioned by it, inside inner functions too.
  for (const Owner& owner : owners_) {
    std::vector<std::uint32_t>& uses = owner.isFunction ? facts_.sources[owner.index].uses : facts_.items[owner.index].uses;
    for (auto it = std::ranges::lower_bound(mentions_, Mention{owner.range.file, owner.range.begin, Mention::Of::Item, 0});
         it != mentions_.end() && it->file == owner.range.file && it->offset < owner.range.end; ++it) {
      if (it->of != Mention::Of::Item) {
        if (owner.isFunction) attribute(*it, owner.index);
        else if (it->of == Mention::Of::Line) itemLines_[owner.index].push_back(lines_[it->index].first);
      } else if (owner.isFunction || it->index != owner.index) {
        uses.push_back(it->index);
      }
    }
    if (owner.isFunction) finish(owner.index);
    std::ranges::sort(uses);
    const auto repeated = std::ranges::unique(uses);
    uses.erase(repeated.begin(), repeated.end());
  }
}

void FactsCollector::attribute(const Mention& mention, std::uint32_t function) {
  ir::WrittenFunction& source = facts_.sources[function];
  LineMentions& lines = lineMentions_[function];
  switch (mention.of) {
  case Mention::Of::Item: break;
  case Mention::Of::Line: lines.numbers[lines_[mention.index].first].push_back(lines_[mention.index].second); break;
  case Mention::Of::Text: source.madeTexts = source.madeTexts * 31 + texts_[mention.index]; break;
  case Mention::Of::LineText: {
    LineText& text = lines.texts[lineTexts_[mention.index].first];
    text.withoutLine = lineTexts_[mention.index].second;
    ++text.written;
    break;
  }
  case Mention::Of::Default: source.defaults.push_back(defaults_[mention.index]); break;
  }
}

void FactsCollector::finish(std::uint32_t function) {
  ir::WrittenFunction& source = facts_.sources[function];
  source.readsLine = !lineMentions_[function].numbers.empty();
  std::ranges::sort(source.defaults);
  const auto repeated = std::ranges::unique(source.defaults);
  source.defaults.erase(repeated.begin(), repeated.end());
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
  for (auto& [path, ranges] : skipped_) {
    std::ranges::sort(ranges);
    const auto repeated = std::ranges::unique(ranges);
    ranges.erase(repeated.begin(), repeated.end());
    files[path].path = path;
    files[path].skipped = ranges;
  }
  for (auto& [path, file] : files) facts_.files.push_back(std::move(file));
}

int FactsCollector::functionAt(const std::string& path, unsigned line, llvm::StringRef name) const {
  const auto it = functionsAt_.find({path, line});
  if (it == functionsAt_.end()) return -1;
  if (it->second.size() == 1) return it->second.front();
  for (const int index : it->second) {
    const std::string& full = facts_.sources[static_cast<std::size_t>(index)].name;
    const llvm::StringRef last = llvm::StringRef(full).ends_with("(lambda)")
                                     ? llvm::StringRef("operator()")
                                     : llvm::StringRef(full).substr(full.rfind("::") == std::string::npos ? 0 : full.rfind("::") + 2);
    if (plainName(last) == plainName(name)) return index;
  }
  return it->second.front();
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

std::vector<std::uint64_t> FactsCollector::linesOfItem(int item) const {
  const auto it = itemLines_.find(static_cast<std::uint32_t>(item));
  return item < 0 || it == itemLines_.end() ? std::vector<std::uint64_t>() : it->second;
}

const LineMentions& FactsCollector::linesOf(int source) const {
  static const LineMentions none;
  return source < 0 ? none : lineMentions_[static_cast<std::size_t>(source)];
}

} // namespace beagle::change
