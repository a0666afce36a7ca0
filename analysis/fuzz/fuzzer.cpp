#include "analysis/fuzz/fuzzer.h"

#include "analysis/fuzz/runner_part.h"
#include "analysis/support/files.h"
#include "analysis/support/text.h"
#include "analysis/testgen/native_paths.h"
#include "analysis/testgen/protocol.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace beagle::fuzz {

using support::Result;
using testgen::NativeInterface;
using testgen::nativeRoot;

namespace {

constexpr std::string_view programName = "fuzzer";
constexpr std::string_view inputsLine = "inputs ";
/// As the fuzzer has it (runner/form.c).
constexpr std::size_t mostNumbers = 1024;
constexpr std::size_t mostObjects = 64;
constexpr std::size_t mostPairs = 4096;
/// Larger variables are not compared.
constexpr std::uint64_t mostVariable = 1U << 16U;

std::string inside(std::string_view name) { return support::joinPath(nativeRoot, name); }

/// Variables that both versions have.
std::string pairsOf(const NativeInterface& base, const NativeInterface& head) {
  std::string text;
  std::size_t count = 0;
  for (std::size_t i = 0; i < base.globals.size() && count < mostPairs; ++i) {
    const auto other = head.globalByName.find(base.globals[i].name);
    if (other == head.globalByName.end() || head.globals[other->second].size != base.globals[i].size) continue;
    if (!base.globals[i].isDefined || base.globals[i].size > mostVariable) continue;
    text += fmt::format("G {:x} {:x}\n", i, other->second);
    ++count;
  }
  return text;
}

std::string floatsOf(const NativeInterface& interface) {
  std::string text;
  std::size_t number = 0;
  for (const ir::PassedValue& value : interface.shape.results)
    for (std::uint32_t lane = 0; lane < value.lanes; ++lane, ++number)
      if (value.type.kind == ir::ScalarKind::Float) text += fmt::format("f {:x} {:x}\n", number, value.type.width);
  return text;
}

std::vector<std::uint8_t> bytesIn(std::string_view hex) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    std::uint8_t byte = 0;
    if (std::from_chars(hex.data() + i, hex.data() + i + 2, byte, 16).ec != std::errc()) break;
    bytes.push_back(byte);
  }
  return bytes;
}

/// "found FORM KIND BYTES": nothing of another line.
std::optional<Found> foundIn(std::string_view line, std::span<const Form> forms) {
  const std::vector<std::string_view> words = support::split(line, ' ');
  Found found;
  if (words.size() != 4 || words[0] != "found") return {};
  if (std::from_chars(words[1].data(), words[1].data() + words[1].size(), found.form, 16).ec != std::errc()) return {};
  if (found.form >= forms.size()) return {};
  found.kind = words[2];
  const std::vector<std::uint8_t> bytes = bytesIn(words[3]);
  std::size_t from = 0;
  for (const Number& number : forms[found.form].numbers) {
    std::uint64_t value = 0;
    const bool isThere = from + number.bytes <= bytes.size();
    for (std::uint32_t i = 0; isThere && i < number.bytes; ++i) value |= std::uint64_t{bytes[from + i]} << (8 * i);
    found.values.push_back(isThere ? value & number.mask : valueIn(forms[found.form].input, number));
    from += number.bytes;
  }
  return found;
}

} // namespace

Result<void> Fuzzer::build(const Version& base, const Version& head, testgen::FunctionNames names,
                           const support::CancelToken& cancel) {
  if (auto made = files_.makeFolders(folder_); !made) return made;
  for (const auto& [version, library] : {std::pair(&base, &base_), std::pair(&head, &head_)}) {
    auto built = builder_.buildLibrary(version->program, version->units, version->entry, names, cancel);
    if (!built) return std::unexpected(std::move(built.error()));
    if (built->interface.isMain) return support::cannotRun("the program's main ends the process");
    *library = std::move(*built);
  }
  outside_ = std::move(names.outside);
  return linkProgram(cancel);
}

Result<void> Fuzzer::linkProgram(const support::CancelToken& cancel) {
  if (files_.exists(support::joinPath(folder_, programName))) return {};
  const std::string object = std::string(programName) + ".o", part = std::string(programName) + ".part";
  if (auto written = files_.write(support::joinPath(folder_, object), fuzzerObject()); !written) return written;
  auto ran = builder_.step(
      {"-w", "-fPIE", "-pie", "-fsanitize=fuzzer", "-rdynamic", inside(object), "-ldl", "-o", inside(part)}, cancel);
  if (!ran) return std::unexpected(std::move(ran.error()));
  if (!ran->ok()) return support::cannotRun("libFuzzer cannot be linked: {}", support::printable(ran->errors));
  return files_.rename(support::joinPath(folder_, part), support::joinPath(folder_, programName));
}

bool Fuzzer::takes(const Form& form) const {
  const auto isKnown = [&](const testgen::OutsideCall& call) { return outside_.contains(call.symbol); };
  return obstacle(form.input).empty() && std::ranges::all_of(form.input.calls, isKnown) && !form.numbers.empty() &&
         form.numbers.size() <= mostNumbers && form.input.objects.size() <= mostObjects &&
         encode(base_->interface, form.input).has_value() && encode(head_->interface, form.input).has_value();
}

Result<std::string> Fuzzer::textOf(std::span<const Form> forms) const {
  std::string text = floatsOf(base_->interface) + pairsOf(base_->interface, head_->interface);
  for (const Form& form : forms) {
    text += "T\n";
    for (const testgen::NativeLibrary* library : {&*base_, &*head_}) {
      auto encoded = encode(library->interface, form.input);
      if (!encoded) return std::unexpected(std::move(encoded.error()));
      text += *encoded;
    }
    for (const Number& number : form.numbers) {
      switch (number.where) {
      case Number::Where::Argument: text += fmt::format("v a {:x}", number.index); break;
      case Number::Where::Object: text += fmt::format("v o {:x}", number.index); break;
      case Number::Where::Global:
        text += fmt::format("v g {:x} {:x}", base_->interface.globalByName.at(number.global),
                            head_->interface.globalByName.at(number.global));
        break;
      }
      text += fmt::format(" {:x} {:x} {:x}\n", number.offset, number.bytes, number.mask);
    }
  }
  return text;
}

Result<std::uint64_t> Fuzzer::run(std::span<const Form> forms, const FuzzerOptions& options,
                                  const std::function<void(Found)>& onFound, const support::CancelToken& cancel) {
  const std::string formsName = name_ + ".forms", corpusName = name_ + ".corpus";
  const auto text = textOf(forms);
  if (!text) return std::unexpected(text.error());
  if (auto written = files_.write(support::joinPath(folder_, formsName), *text); !written)
    return std::unexpected(std::move(written.error()));
  const std::string corpus = support::joinPath(folder_, corpusName);
  if (auto made = files_.makeFolders(corpus); !made) return std::unexpected(std::move(made.error()));
  for (std::size_t i = 0; i < forms.size(); ++i) // as it came: what the bytes lack is
    if (auto written =
            files_.write(support::joinPath(corpus, fmt::format("form{}", i)), std::string(1, static_cast<char>(i)));
        !written)
      return std::unexpected(std::move(written.error()));
  build::SandboxedCommand command;
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(options.time).count();
  command.arguments = {inside(programName),
                       inside(corpusName),
                       fmt::format("-seed={}", options.seed),
                       fmt::format("-max_total_time={}", std::max<std::int64_t>(seconds, 1)),
                       "-max_len=16384",
                       "-len_control=0",
                       "-use_value_profile=1",
                       "-timeout=0",
                       "-rss_limit_mb=0",
                       "-detect_leaks=0",
                       "-reload=0",
                       "-verbosity=0"};
  for (const char* signal : {"segv", "bus", "abrt", "ill", "fpe", "xfsz"})
    command.arguments.push_back(fmt::format("-handle_{}=0", signal));
  if (options.runs > 0) command.arguments.push_back(fmt::format("-runs={}", options.runs));
  // What the versions write goes with the sandbox, and has no more room there than its memory.
  command.folder = sandbox_.mode() == build::SandboxMode::On ? "/tmp" : inside(corpusName);
  command.binds = {{folder_, std::string(nativeRoot), false}, {corpus, inside(corpusName), true}};
  command.environment = {"BEAGLE_BASE=" + inside(base_->file), "BEAGLE_HEAD=" + inside(head_->file),
                         "BEAGLE_FORMS=" + inside(formsName)};
  command.limits = {.fileSize = 64U << 20, .processes = 20, .memory = 2ULL << 30, .output = 16U << 20};
  command.limits.wallTime = options.time + std::chrono::milliseconds(500);
  std::uint64_t inputs = 0;
  command.onLine = [&](std::string_view line) {
    if (line.starts_with(inputsLine)) {
      const std::string_view number = line.substr(inputsLine.size());
      std::from_chars(number.data(), number.data() + number.size(), inputs, 16);
    } else if (auto found = foundIn(line, forms)) {
      onFound(std::move(*found));
    }
  };
  auto ran = sandbox_.run(command, cancel);
  if (!ran) return std::unexpected(std::move(ran.error()));
  using End = support::ProcessResult::End;
  if (ran->end == End::Exited && ran->code == 3) // it says why it cannot
    return support::cannotRun("the fuzzer: {}", support::printable(ran->errors));
  return inputs; // whatever else ended it is one of the versions
}

} // namespace beagle::fuzz
