#include "analysis/solver/deep_stack.h"

#include <pthread.h>

namespace beagle::solver {

bool runOnStack(std::size_t bytes, const std::function<void()>& work) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  const auto run = [](void* context) -> void* {
    (*static_cast<const std::function<void()>*>(context))();
    return nullptr;
  };
  pthread_t thread{};
  bool started = pthread_attr_setstacksize(&attributes, bytes) == 0;
  started = started && pthread_create(&thread, &attributes, run, const_cast<std::function<void()>*>(&work)) == 0;
  pthread_attr_destroy(&attributes);
  return started && pthread_join(thread, nullptr) == 0;
}

} // namespace beagle::solver
