// std::thread: a second one is not run.

#include "analysis/exec/runtime/cxx/engine.h"

#include <thread>

namespace std {

thread::_State::~_State() = default;

void thread::_M_start_thread(_State_ptr, void (*)()) { beagle_unsupported("a second thread"); }
void thread::join() { beagle_unsupported("waiting for what another thread does"); }
void thread::detach() { beagle_unsupported("a second thread"); }

} // namespace std
