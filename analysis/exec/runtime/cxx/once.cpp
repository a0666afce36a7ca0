// std::call_once leaves what is to be called where this finds it.

#include <mutex>

namespace std {

__thread void* __once_callable;
__thread void (*__once_call)();

} // namespace std

extern "C" void __once_proxy() { std::__once_call(); }
