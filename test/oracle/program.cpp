#include "test/oracle/program.h"

#include <fmt/format.h>

namespace beagle::oracle {

std::uint32_t GeneratedProgram::inputBits() const {
  std::uint32_t bits = 0;
  for (const Parameter& parameter : parameters) bits += parameter.bits;
  return bits;
}

std::uint64_t GeneratedProgram::argument(const Parameter& parameter, std::uint32_t input) {
  const std::uint64_t used = (input >> parameter.firstBit) & ((1ULL << parameter.bits) - 1);
  const std::uint64_t noise = parameter.bits == parameter.width ? 0 : input * 0x9e3779b97f4a7c15ULL >> 20;
  const std::uint64_t all = used | noise << parameter.bits;
  return parameter.width >= 64 ? all : all & ((1ULL << parameter.width) - 1);
}

std::string engineSource(const std::vector<GeneratedProgram>& programs) {
  std::string source = "#include \"checked.h\"\n";
  for (const GeneratedProgram& program : programs) source += "\n" + program.code.text();
  return source;
}

std::string nativeSource(const std::vector<GeneratedProgram>& programs) {
  std::string source = "#define ORACLE_NATIVE\n#include \"checked.h\"\n";
  std::string runners;
  for (const GeneratedProgram& program : programs) {
    const std::string& p = program.prefix;
    source += fmt::format("\n#undef ORACLE_SECTION\n#define ORACLE_SECTION \"{}globals\"\n{}", p, program.code.text());
    source += fmt::format("GLOBAL int {0}one_at_least = 1;\nstatic void {0}call(const uint64_t *a) {{\n  ", p);
    std::string arguments;
    for (std::size_t i = 0; i < program.parameters.size(); ++i)
      arguments += fmt::format("{}({})a[{}]", i == 0 ? "" : ", ", program.parameters[i].type, i);
    source += fmt::format("oracle_now.low = (uint64_t){}({});\n}}\n", program.entry, arguments);
    source += fmt::format("static void {0}after(void) {{\n  oracle_now.globals = ORACLE_BASIS;\n", p);
    for (const std::string& global : program.watched)
      source += fmt::format("  oracle_digest(&oracle_now.globals, &{0}, sizeof {0});\n", global);
    source += "  oracle_now.fields = ORACLE_BASIS;\n";
    for (const std::string& field : program.fields)
      source += fmt::format("  oracle_digest(&oracle_now.fields, &(uint64_t){{(uint64_t){}}}, 8);\n", field);
    source += "}\n";
    source += fmt::format("extern char __start_{0}globals[], __stop_{0}globals[];\n", p);
    runners += fmt::format("  {{{0}call, {0}after, __start_{0}globals, __stop_{0}globals}},\n", p);
  }
  source += "\nstatic const struct oracle_entry oracle_entries[] = {\n" + runners + "};\n" +
            "void oracle_run_program(unsigned index, const uint64_t *arguments, struct oracle_outcome *outcome) {\n"
            "  oracle_run(&oracle_entries[index], arguments, outcome);\n}\n";
  return source;
}

} // namespace beagle::oracle
