// std::condition_variable: nobody waits, so nobody has to be told.

#include "analysis/exec/runtime/cxx/engine.h"

#include <condition_variable>

namespace std {

condition_variable::condition_variable() noexcept = default;
condition_variable::~condition_variable() noexcept = default;
void condition_variable::notify_one() noexcept {}
void condition_variable::notify_all() noexcept {}
void condition_variable::wait(unique_lock<mutex>&) { beagle_unsupported("waiting for what another thread does"); }

} // namespace std
