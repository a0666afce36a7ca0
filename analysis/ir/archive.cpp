#include "analysis/ir/archive.h"

#include "analysis/ir/linked.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Object/IRSymtab.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/MemoryBuffer.h>

namespace beagle::ir {

using support::Result;

namespace {

llvm::Expected<std::vector<BitcodeArchive::Symbol>> definedIn(const BitcodeArchive::Member& member) {
  auto contents = llvm::getBitcodeFileContents(llvm::MemoryBufferRef(member.bitcode, member.name));
  if (!contents) return contents.takeError();
  auto table = llvm::irsymtab::readBitcode(*contents);
  if (!table) return table.takeError();
  std::vector<BitcodeArchive::Symbol> symbols;
  for (const auto& symbol : table->TheReader.symbols())
    if (symbol.isGlobal() && !symbol.isUndefined() && !symbol.isFormatSpecific())
      symbols.push_back({symbol.getName().str(), symbol.getSectionName() == replacementSection});
  return symbols;
}

} // namespace

Result<std::unique_ptr<const BitcodeArchive>> BitcodeArchive::of(std::vector<Member> members) {
  std::unique_ptr<BitcodeArchive> archive(new BitcodeArchive(std::move(members)));
  for (const Member& member : archive->members_) {
    auto symbols = definedIn(member);
    if (!symbols)
      return support::cannotRun("{}: damaged bitcode: {}", member.name, llvm::toString(symbols.takeError()));
    for (const Symbol& symbol : *symbols) archive->all_.insert(symbol.name);
    archive->symbols_.push_back(std::move(*symbols));
  }
  return archive;
}

Result<std::shared_ptr<BitcodeModule>> BitcodeArchive::open(std::size_t member) const {
  const std::scoped_lock lock(mutex_);
  if (opened_[member]) return opened_[member];
  auto module = BitcodeModule::open(std::string(members_[member].bitcode), members_[member].name);
  if (!module) return std::unexpected(std::move(module.error()));
  return opened_[member] = std::make_shared<BitcodeModule>(std::move(*module));
}

} // namespace beagle::ir
