#pragma once

#include <cstddef>
#include <functional>

namespace beagle::solver {

/// Runs `work` on a stack of that many bytes and waits for its end; false when there is no such stack.
[[nodiscard]] bool runOnStack(std::size_t bytes, const std::function<void()>& work);

} // namespace beagle::solver
