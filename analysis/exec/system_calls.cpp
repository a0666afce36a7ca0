#include "analysis/exec/system_calls.h"

#include <algorithm>
#include <array>

namespace beagle::exec {

using logic::Term;

namespace {

/// Ascending.
// clang-format off
constexpr auto names = std::to_array<std::string_view>({
    "_ZNKSt13random_device13_M_getentropyEv", "_ZNSt13random_device16_M_getval_pretr1Ev", "_ZNSt13random_device7_M_finiEv",
    "_ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE",
    "_ZNSt13random_device9_M_getvalEv", "_ZNSt6chrono3_V212steady_clock3nowEv",
    "_ZNSt6chrono3_V212system_clock3nowEv", "_ZNSt6thread20hardware_concurrencyEv",
    "__fxstat", "__fxstat64", "__fxstatat", "__lxstat", "__lxstat64", "__realpath_chk", "__sched_cpualloc",
    "__sched_cpucount", "__sched_cpufree", "__syslog_chk", "__sysv_signal", "__vsyslog_chk", "__xstat",
    "__xstat64", "accept", "accept4", "acct", "adjtime", "alarm", "bind", "bsd_signal", "catclose",
    "catgets", "catopen", "cfgetispeed", "cfgetospeed", "cfmakeraw", "cfsetispeed", "cfsetospeed",
    "cfsetspeed", "chdir", "chmod", "chown", "chroot", "clock", "clock_getres", "clock_gettime",
    "clock_nanosleep", "clock_settime", "closedir", "closefrom", "closelog", "connect", "copy_file_range",
    "ctermid", "daemon", "dirfd", "dlclose", "dlerror", "dlopen", "dlsym", "dup3", "endfsent", "endgrent",
    "endhostent", "endmntent", "endnetent", "endprotoent", "endpwent", "endservent", "endsgent",
    "endspent", "endusershell", "endutent", "endutxent", "epoll_create", "epoll_create1", "epoll_ctl",
    "epoll_wait", "eventfd", "execl", "execle", "execlp", "execv", "execve", "execvp", "execvpe",
    "faccessat", "fadvise64", "fallocate", "fchdir", "fchmod", "fchmodat", "fchown", "fchownat", "fcntl",
    "fcntl64", "fdatasync", "fdopendir", "fexecve", "fgetgrent", "fgetpwent", "fgetsgent", "fgetspent",
    "fgetxattr", "flistxattr", "flock", "fnmatch", "fork", "forkpty", "fpathconf", "freeaddrinfo",
    "freeifaddrs", "fremovexattr", "fsetxattr", "fstat", "fstat64", "fstatat", "fstatat64", "fstatfs",
    "fstatfs64", "fstatvfs", "fstatvfs64", "fsync", "ftime", "ftok", "futimens", "futimes", "futimesat",
    "get_nprocs", "get_nprocs_conf", "getaddrinfo", "getauxval", "getcwd", "getdents64", "getdomainname",
    "getdtablesize", "getegid", "getentropy", "geteuid", "getgid", "getgrent", "getgrgid", "getgrgid_r",
    "getgrnam", "getgrnam_r", "getgrouplist", "getgroups", "gethostbyaddr", "gethostbyname",
    "gethostbyname_r", "gethostid", "gethostname", "getifaddrs", "getitimer", "getlogin", "getlogin_r",
    "getmntent", "getmntent_r", "getnameinfo", "getpagesize", "getpass", "getpeername", "getpgid",
    "getpgrp", "getpid", "getppid", "getpriority", "getprotobyname", "getprotobynumber", "getpwent",
    "getpwnam", "getpwnam_r", "getpwuid", "getpwuid_r", "getrandom", "getresgid", "getresuid", "getrlimit",
    "getrlimit64", "getrusage", "getservbyname", "getservbyname_r", "getservbyport", "getsgent",
    "getsgnam", "getsid", "getsockname", "getsockopt", "getspent", "getspnam", "gettid", "gettimeofday",
    "getuid", "getusershell", "getutent", "getutid", "getutline", "getutxent", "getutxid", "getutxline",
    "getxattr", "glob", "glob64", "globfree", "globfree64", "hasmntopt", "iconv", "iconv_close",
    "iconv_open", "if_indextoname", "if_nametoindex", "initgroups", "innetgr", "inotify_add_watch",
    "inotify_init", "inotify_init1", "inotify_rm_watch", "ioctl", "iopl", "isatty", "kill", "killpg",
    "klogctl", "lchmod", "lchown", "lckpwdf", "lgetxattr", "link", "linkat", "listen", "listxattr",
    "llistxattr", "lockf", "lremovexattr", "lsetxattr", "lstat", "lstat64", "lutimes", "madvise",
    "mincore", "mkdir", "mkdirat", "mkdtemp", "mkfifo", "mkfifoat", "mknod", "mknodat", "mkostemp",
    "mkstemp", "mkstemp64", "mlock", "mlockall", "mount", "mprotect", "msgctl", "msgget", "msgrcv",
    "msgsnd", "msync", "munlock", "munlockall", "munmap", "nanosleep", "nice", "nl_langinfo", "openat",
    "openat64", "opendir", "openlog", "openpty", "pathconf", "pause", "pclose", "personality", "pipe",
    "pipe2", "pivot_root", "poll", "popen", "posix_fadvise", "posix_fallocate", "posix_spawn",
    "posix_spawn_file_actions_addclose", "posix_spawn_file_actions_adddup2",
    "posix_spawn_file_actions_addopen", "posix_spawn_file_actions_destroy",
    "posix_spawn_file_actions_init", "posix_spawnattr_destroy", "posix_spawnattr_init",
    "posix_spawnattr_setflags", "posix_spawnattr_setpgroup", "posix_spawnattr_setsigdefault",
    "posix_spawnattr_setsigmask", "posix_spawnp", "ppoll", "prctl", "pread", "pread64", "prlimit",
    "prlimit64", "process_vm_readv", "pselect", "pthread_kill", "pthread_sigmask", "ptrace", "ptsname",
    "putgrent", "putpwent", "putsgent", "putspent", "pututline", "pwrite", "pwrite64", "raise", "readdir",
    "readdir64", "readdir_r", "readlink", "readlinkat", "readv", "realpath", "recv", "recvfrom", "recvmsg",
    "regcomp", "regerror", "regexec", "regfree", "removexattr", "renameat", "renameat2", "rewinddir",
    "rmdir", "sched_get_priority_max", "sched_get_priority_min", "sched_getaffinity", "sched_getparam",
    "sched_getscheduler", "sched_setaffinity", "sched_setparam", "sched_setscheduler", "sched_yield",
    "seekdir", "select", "semctl", "semget", "semop", "send", "sendfile", "sendfile64", "sendmsg",
    "sendto", "setdomainname", "setegid", "seteuid", "setfsent", "setfsgid", "setfsuid", "setgid",
    "setgrent", "setgroups", "sethostname", "setitimer", "setlogmask", "setmntent", "setns", "setpgid",
    "setpgrp", "setpriority", "setpwent", "setregid", "setresgid", "setresuid", "setreuid", "setrlimit",
    "setrlimit64", "setsgent", "setsid", "setsockopt", "setspent", "settimeofday", "setuid",
    "setusershell", "setutent", "setutxent", "setxattr", "sgetsgent", "sgetspent", "shmat", "shmctl",
    "shmdt", "shmget", "shutdown", "sigaction", "sigaltstack", "siginterrupt", "signal", "signalfd",
    "sigpending", "sigprocmask", "sigqueue", "sigsuspend", "sigtimedwait", "sigwait", "sigwaitinfo",
    "sleep", "socket", "socketpair", "splice", "stat", "stat64", "statfs", "statfs64", "statvfs",
    "statvfs64", "statx", "stime", "swapoff", "swapon", "symlink", "symlinkat", "sync", "syncfs",
    "syscall", "sysconf", "sysinfo", "syslog", "system", "tcdrain", "tcflow", "tcflush", "tcgetattr",
    "tcgetpgrp", "tcgetsid", "tcsendbreak", "tcsetattr", "tcsetpgrp", "tee", "tempnam", "time",
    "timer_create", "timer_delete", "timer_gettime", "timer_settime", "timerfd_create", "timerfd_gettime",
    "timerfd_settime", "times", "tmpnam", "ttyname", "ttyname_r", "ulckpwdf", "ulimit", "umask", "umount",
    "umount2", "uname", "unlinkat", "unshare", "updwtmp", "updwtmpx", "usleep", "utime", "utimensat",
    "utimes", "utmpname", "vfork", "vhangup", "vmsplice", "vsyslog", "wait", "wait3", "wait4", "waitid",
    "waitpid", "wordexp", "wordfree", "writev"});

/// Those that give 0 or -1, also of those that the engine does itself as long as it knows the file.
constexpr auto statuses = std::to_array<std::string_view>({
    "__fxstat", "__fxstat64", "__fxstatat", "__lxstat", "__lxstat64", "__xstat", "__xstat64", "access", "acct",
    "adjtime", "bind", "cfsetispeed", "cfsetospeed", "cfsetspeed", "chdir", "chmod", "chown", "chroot",
    "clock_getres", "clock_gettime", "clock_settime", "close", "closedir", "connect", "daemon", "epoll_ctl",
    "faccessat", "fallocate", "fchdir", "fchmod", "fchmodat", "fchown", "fchownat", "fclose", "fdatasync",
    "flock", "fremovexattr", "fsetxattr", "fstat", "fstat64", "fstatat", "fstatat64", "fstatfs", "fstatfs64",
    "fstatvfs", "fstatvfs64", "fsync", "ftruncate", "ftruncate64", "futimens", "futimes", "futimesat",
    "getdomainname", "getentropy", "gethostname", "getifaddrs", "getitimer", "getpeername", "getresgid",
    "getresuid", "getrlimit", "getrlimit64", "getrusage", "getsockname", "getsockopt", "gettimeofday",
    "initgroups", "inotify_rm_watch", "kill", "killpg", "lchmod", "lchown", "link", "linkat", "listen", "lockf",
    "lremovexattr", "lsetxattr", "lstat", "lstat64", "lutimes", "madvise", "mincore", "mkdir", "mkdirat",
    "mkfifo", "mkfifoat", "mknod", "mknodat", "mlock", "mlockall", "mount", "mprotect", "msgsnd", "msync",
    "munlock", "munlockall", "munmap", "nanosleep", "openpty", "pipe", "pipe2", "prlimit", "prlimit64",
    "remove", "removexattr", "rename", "renameat", "renameat2", "rmdir", "sched_setaffinity", "sched_setparam",
    "sched_yield", "semop", "setdomainname", "setegid", "seteuid", "setgid", "setgroups", "sethostname",
    "setitimer", "setpgid", "setpriority", "setregid", "setresgid", "setresuid", "setreuid", "setrlimit",
    "setrlimit64", "setsockopt", "settimeofday", "setuid", "setxattr", "shmdt", "shutdown", "sigaction",
    "sigaltstack", "siginterrupt", "sigpending", "sigprocmask", "sigqueue", "socketpair", "stat", "stat64",
    "statfs", "statfs64", "statvfs", "statvfs64", "statx", "stime", "swapoff", "swapon", "symlink", "symlinkat",
    "syncfs", "sysinfo", "tcdrain", "tcflow", "tcflush", "tcgetattr", "tcsendbreak", "tcsetattr", "tcsetpgrp",
    "timer_delete", "timer_gettime", "timer_settime", "timerfd_gettime", "timerfd_settime", "truncate",
    "truncate64", "umount", "umount2", "uname", "unlink", "unlinkat", "unshare", "utime", "utimensat", "utimes",
    "vhangup", "waitid"});

/// Those that give -1 or a number.
constexpr auto numbers = std::to_array<std::string_view>({
    "__open64_2", "__open_2", "accept", "accept4", "copy_file_range", "creat", "creat64", "dup", "dup2", "dup3",
    "epoll_create", "epoll_create1", "epoll_wait", "eventfd", "fgetxattr", "fileno", "fileno_unlocked",
    "flistxattr", "fork", "forkpty", "fpathconf", "getgroups", "getpgid", "getsid", "getxattr",
    "inotify_add_watch", "inotify_init", "inotify_init1", "lgetxattr", "listxattr", "llistxattr", "lseek",
    "lseek64", "mkostemp", "mkstemp", "mkstemp64", "msgget", "msgrcv", "open", "open64", "openat", "openat64",
    "pathconf", "poll", "ppoll", "pselect", "readv", "recvmsg", "select", "semget", "sendfile", "sendfile64",
    "sendmsg", "setsid", "shmget", "signalfd", "socket", "splice", "sysconf", "tcgetpgrp", "tcgetsid", "tee",
    "timerfd_create", "vfork", "vmsplice", "wait", "wait3", "wait4", "waitpid", "writev"});
// clang-format on
static_assert(std::ranges::is_sorted(names) && std::ranges::is_sorted(statuses) && std::ranges::is_sorted(numbers));

constexpr std::array<std::string_view, 5> writers{"fcntl", "fcntl64", "ioctl", "prctl", "syscall"};

/// Those that fail only for a pointer that leads nowhere.
constexpr std::array<std::string_view, 3> works{"gettimeofday", "sched_yield", "uname"};
constexpr std::array<std::string_view, 2> clocks{"clock_getres", "clock_gettime"};
constexpr std::uint64_t knownClocks = 8; ///< from CLOCK_REALTIME to CLOCK_BOOTTIME

struct Count {
  std::string_view function;
  std::size_t argument;
};
constexpr auto counts = std::to_array<Count>({{"__read_chk", 2},
                                              {"getrandom", 1},
                                              {"pread", 2},
                                              {"pread64", 2},
                                              {"pwrite", 2},
                                              {"pwrite64", 2},
                                              {"read", 2},
                                              {"readlink", 2},
                                              {"readlinkat", 3},
                                              {"recv", 2},
                                              {"recvfrom", 2},
                                              {"send", 2},
                                              {"sendto", 2},
                                              {"write", 2}});

} // namespace

std::span<const std::string_view> systemFunctions() { return names; }

/// Of namespace `std`. The declarations of its classes' members have no place in a unit that only calls them.
static bool isOfStandardNamespace(std::string_view function) {
  return function.starts_with("_ZNSt") || function.starts_with("_ZNKSt") || function.starts_with("_ZSt");
}

bool isOfLibrary(const ir::Program& program, const ir::FunctionInfo& function) {
  // What the compiler itself calls has no place in any source.
  const std::string_view file = program.file(function.location.file);
  return function.isRuntime || file.starts_with("/") ||
         (file.empty() && (function.name.starts_with("__") || isOfStandardNamespace(function.name)));
}

bool isOfSystem(std::string_view function) { return std::ranges::binary_search(names, function); }

std::optional<Reply> replyOf(std::string_view function) {
  if (const auto found = std::ranges::find(counts, function, &Count::function); found != counts.end())
    return Reply{Reply::Kind::Number, found->argument};
  if (std::ranges::binary_search(works, function)) return Reply{Reply::Kind::Works, {}};
  if (std::ranges::binary_search(clocks, function)) return Reply{Reply::Kind::Clock, 0};
  if (std::ranges::binary_search(statuses, function)) return Reply{Reply::Kind::Status, {}};
  if (std::ranges::binary_search(numbers, function)) return Reply{Reply::Kind::Number, {}};
  return {};
}

Term Reply::allows(logic::TermManager& terms, Term result, Term said) const {
  const std::uint32_t width = terms.width(result);
  const Term failed = terms.equal(result, terms.constant(width, ~std::uint64_t{0}));
  const Term zero = terms.constant(width, 0);
  const Term isZero = terms.equal(result, zero);
  switch (kind) {
  case Kind::Status: return terms.logicalOr(failed, isZero);
  case Kind::Works: return isZero;
  case Kind::Clock:
    if (!said) return terms.logicalOr(failed, isZero);
    return terms.logicalOr(isZero, terms.logicalAnd(failed, terms.binary(logic::Op::ULessEqual,
                                                                         terms.constant(width, knownClocks), said)));
  case Kind::Number: break;
  }
  Term went = terms.binary(logic::Op::SLessEqual, zero, result);
  if (said) went = terms.logicalAnd(went, terms.binary(logic::Op::ULessEqual, result, said));
  return terms.logicalOr(failed, went);
}

std::string_view Reply::words() const {
  switch (kind) {
  case Kind::Works: return "0";
  case Kind::Clock: return "0 for a clock that there is";
  case Kind::Number: return says ? "-1 or at most what was asked for" : "-1 or a number that is not negative";
  case Kind::Status: break;
  }
  return "0 or -1";
}

bool writesUnnamed(std::string_view function) { return std::ranges::find(writers, function) != writers.end(); }

} // namespace beagle::exec
