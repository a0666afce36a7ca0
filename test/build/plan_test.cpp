#include "analysis/build/plan.h"

#include <gtest/gtest.h>

namespace beagle::build {
namespace {

TEST(BuildPlan, SurvivesBeingStored) {
  const BuildPlan plan{.method = Method::CMake,
                       .why = "CMakeLists.txt at the root",
                       .failure = "make: no",
                       .commands = {{"/beagle/build", "/beagle/src/a b.cpp", {"-DX=\"y\"", "-I."}, true, {"-fno-such"}},
                                    {"/beagle/src", "/beagle/src/c.c", {}, false, {}}},
                       .mounts = {{"/opt/sdk", "/opt/sdk"}},
                       .notes = {"one"},
                       .lookedFor = {"/opt/sdk", "/opt/none"},
                       .headerFolders = {"", "src"},
                       .taken = "07"};
  const auto back = planFromJson(toJson(plan));
  ASSERT_TRUE(back) << back.error().str();
  EXPECT_EQ(*back, plan);
}

TEST(BuildPlan, DamageIsAnErrorAndNotACrash) {
  EXPECT_FALSE(planFromJson("{"));
  EXPECT_FALSE(planFromJson("{}"));
  EXPECT_FALSE(planFromJson(R"({"method":"guess"})"));
}

} // namespace
} // namespace beagle::build
