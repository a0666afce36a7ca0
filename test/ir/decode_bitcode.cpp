// decode_bitcode [--print[=FUNCTION]] FILE.bc...: links bitcode, decodes every body, and says what the
// decoder had no form for. Exit status 1 when a body breaks the rules of `verify`.

#include "analysis/ir/bitcode.h"
#include "analysis/ir/operands.h"
#include "analysis/ir/program.h"

#include <fmt/format.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <map>

using namespace beagle;

namespace {

struct Totals {
  std::size_t functions = 0, instructions = 0, moves = 0, slots = 0, broken = 0;
  std::map<std::string, std::size_t> unsupported;
};

void count(const ir::Function& body, Totals& totals) {
  ++totals.functions;
  totals.instructions += body.code.size();
  totals.slots += body.slots - body.constants.size();
  for (const ir::Instruction& instruction : body.code) {
    totals.moves += instruction.op == ir::Opcode::Move ? 1U : 0U;
    if (instruction.op == ir::Opcode::Unsupported) ++totals.unsupported[body.notes[instruction.b]];
  }
  const std::vector<std::string> problems = ir::verify(body);
  totals.broken += problems.empty() ? 0U : 1U;
  for (const std::string& problem : problems) fmt::print("BROKEN {}: {}\n", body.name, problem);
}

} // namespace

int main(int argc, char** argv) {
  std::vector<std::shared_ptr<ir::BitcodeModule>> units;
  bool printAll = false;
  std::string printOne;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--print") {
      printAll = true;
      continue;
    }
    if (word.starts_with("--print=")) {
      printOne = word.substr(8);
      continue;
    }
    std::ifstream in(word, std::ios::binary);
    auto module = ir::BitcodeModule::open(std::string(std::istreambuf_iterator<char>(in), {}), word);
    if (!module) return fmt::print("{}\n", module.error().str()), 2;
    units.push_back(std::make_shared<ir::BitcodeModule>(std::move(*module)));
  }
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const auto program = ir::Program::link(units);
  if (!program) return fmt::print("{}\n", program.error().str()), 2;
  const auto linked = Clock::now();
  Totals totals;
  const auto functions = (*program)->functions();
  for (ir::FunctionIndex i = 0; i < functions.size(); ++i)
    if (functions[i].isDefined) (void)(*program)->body(i);
  const auto decoded = Clock::now();
  for (ir::FunctionIndex i = 0; i < functions.size(); ++i) {
    if (!functions[i].isDefined) continue;
    const ir::Function& body = (*program)->body(i);
    if (printAll || functions[i].name == printOne) fmt::print("{}", ir::print(body));
    count(body, totals);
  }
  for (const ir::Global& global : (*program)->globals())
    if (!global.unsupported.empty()) ++totals.unsupported[global.unsupported];
  const auto seconds = [](auto span) { return std::chrono::duration<double>(span).count(); };
  fmt::print("{} functions, {} instructions ({} moves), {} slots, {} globals, link {:.2f} s, decode {:.2f} "
             "s, {} broken\n",
             totals.functions, totals.instructions, totals.moves, totals.slots, (*program)->globals().size(),
             seconds(linked - start), seconds(decoded - linked), totals.broken);
  for (const auto& [name, number] : totals.unsupported) fmt::print("  unsupported {:5} {}\n", number, name);
  return totals.broken > 0 ? 1 : 0;
}
