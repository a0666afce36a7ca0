#pragma once

#include "analysis/ir/bitcode.h"
#include "analysis/support/files.h"
#include "analysis/support/process.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace beagle {

/// A source as bitcode, as clang makes it when nothing is optimised; it is written to that file of the folder. Its name
/// says in which language it is.
inline std::shared_ptr<ir::BitcodeModule> compileC(const std::string& folder, const std::string& name,
                                                   const std::string& source) {
  support::DiskFiles files;
  const std::string file = folder + "/" + name;
  EXPECT_TRUE(files.write(file, source));
  const auto ran = support::SystemProcesses().run({{BEAGLE_CLANG, "-O1", "-Xclang", "-disable-llvm-passes", "-g", "-w",
                                                    "-c", "-emit-llvm", file, "-o", file + ".bc"}});
  EXPECT_TRUE(ran && ran->ok()) << (ran ? ran->errors : ran.error().str());
  auto module = ir::BitcodeModule::open(files.read(file + ".bc").value_or(""), file);
  EXPECT_TRUE(module);
  return std::make_shared<ir::BitcodeModule>(std::move(*module));
}

} // namespace beagle
