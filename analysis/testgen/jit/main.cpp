// beagle-jit: makes machine code of a version's bitcode in memory and runs inputs with it, as a program does that is
// compiled and linked with the runner, only sooner.
//
// beagle-jit JOB [MILLISECONDS]: the job is a file (job.h), inputs come on standard input.

#include "analysis/testgen/jit/machine_code.h"

#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

extern "C" {
#include "analysis/testgen/runner/types.h"

// What the runner has for programs.
void __assert_fail(const char*, const char*, unsigned, const char*) noexcept __attribute__((noreturn));
int beagle_outside(const char*, void*, void (*)());
void beagle_write(int, const void*, Word);
void beagle_exit(int);
void* beagle_malloc(size_t);
void* beagle_calloc(size_t, size_t);
void* beagle_realloc(void*, size_t);
void beagle_free(void*);
char* beagle_strdup(const char*);
char* beagle_strndup(const char*, size_t);
void* beagle_new(size_t);
void* beagle_new_array(size_t);
void beagle_delete(void*);
void beagle_delete_sized(void*, size_t);
void beagle_delete_array(void*);
void beagle_delete_array_sized(void*, size_t);
size_t beagle_usable_size(void*);
int wmemcmp(const wchar_t*, const wchar_t*, size_t) noexcept;
int wcsncmp(const wchar_t*, const wchar_t*, size_t) noexcept;
int wcscmp(const wchar_t*, const wchar_t*) noexcept;
int setjmp(void*);
int _setjmp(void*);
int __sigsetjmp(void*, int);
void longjmp(void*, int) __attribute__((noreturn));
void _longjmp(void*, int) __attribute__((noreturn));
void siglongjmp(void*, int) __attribute__((noreturn));
void __longjmp_chk(void*, int) __attribute__((noreturn));

// What is in archives that are linked to every program.
void* __emutls_get_address(void*);
extern void* __dso_handle;

Entry beagle_entry;
}

namespace {

using namespace beagle::testgen;

std::vector<StartFunction>* atTheEnd = nullptr;

/// Before the runner's own, which tells what the program has left behind.
__attribute__((destructor(200))) void runEnd() {
  if (atTheEnd)
    for (const StartFunction function : *atTheEnd) function(0, nullptr, environ);
}

template <auto* address> Given given(const char* name) { return {name, reinterpret_cast<void*>(address)}; }

int refuse(const std::string& why) {
  beagle_endOfEarly();
  const std::string text = "beagle-jit: " + why + "\n";
  [[maybe_unused]] const ssize_t told = ::write(2, text.data(), text.size());
  return 70;
}

} // namespace

int main(int argc, char** argv) {
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none); // what the compiler cannot do may end it
  if (argc < 2) return refuse("wants the file of a job");
  const auto job = readJob(argv[1]);
  if (!job) return refuse(job.error());
  auto code = machineCode(*job,
                          {given<&__assert_fail>("__assert_fail"),
                           given<&beagle_outside>("beagle_outside"),
                           given<&beagle_write>("beagle_write"),
                           given<&beagle_exit>("beagle_exit"),
                           given<&beagle_malloc>("malloc"),
                           given<&beagle_calloc>("calloc"),
                           given<&beagle_realloc>("realloc"),
                           given<&beagle_free>("free"),
                           given<&beagle_strdup>("strdup"),
                           given<&beagle_strdup>("__strdup"),
                           given<&beagle_strndup>("strndup"),
                           given<&beagle_strndup>("__strndup"),
                           given<&beagle_new>("_Znwm"),
                           given<&beagle_new_array>("_Znam"),
                           given<&beagle_delete>("_ZdlPv"),
                           given<&beagle_delete_sized>("_ZdlPvm"),
                           given<&beagle_delete_array>("_ZdaPv"),
                           given<&beagle_delete_array_sized>("_ZdaPvm"),
                           given<&beagle_usable_size>("malloc_usable_size"),
                           given<&::_exit>("_exit"),
                           given<&::_Exit>("_Exit"),
                           given<&beagle_missing>("beagle_missing"),
                           given<&::wmemcmp>("wmemcmp"),
                           given<&::wcsncmp>("wcsncmp"),
                           given<&::wcscmp>("wcscmp"),
                           given<&::setjmp>("setjmp"),
                           given<&::_setjmp>("_setjmp"),
                           given<&::__sigsetjmp>("__sigsetjmp"),
                           given<&::longjmp>("longjmp"),
                           given<&::_longjmp>("_longjmp"),
                           given<&::siglongjmp>("siglongjmp"),
                           given<&::__longjmp_chk>("__longjmp_chk"),
                           given<&::atexit>("atexit"),
                           given<&__emutls_get_address>("__emutls_get_address"),
                           given<&__dso_handle>("__dso_handle")},
                          "beagle_missing");
  if (!code) return refuse(code.error());
  beagle_entry = *static_cast<Entry*>(code->entry);
  for (const StartFunction function : code->start) function(argc - 1, argv + 1, environ);
  atTheEnd = new std::vector(std::move(code->end));
  return beagle_runs(argc - 1, argv + 1);
}
