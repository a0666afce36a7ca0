# Every third-party library, found once. Which module may use which is checked by test/architecture.

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(GTest REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(libgit2 REQUIRED IMPORTED_TARGET libgit2)

# Debian's libz3-dev brings no CMake package.
find_path(BEAGLE_Z3_INCLUDE z3.h REQUIRED)
find_library(BEAGLE_Z3_LIBRARY z3 REQUIRED)
add_library(Z3::z3 UNKNOWN IMPORTED)
set_target_properties(Z3::z3 PROPERTIES IMPORTED_LOCATION ${BEAGLE_Z3_LIBRARY}
                                        INTERFACE_INCLUDE_DIRECTORIES ${BEAGLE_Z3_INCLUDE})

# LLVM and Clang come as Debian packages them: one shared library each. Their CMake packages would drag in
# every component, so the two libraries are named directly.
set(BEAGLE_LLVM_PREFIX /usr/lib/llvm-19 CACHE PATH "Where LLVM and Clang 19 are installed")
find_library(BEAGLE_LLVM_LIBRARY NAMES LLVM-19 LLVM PATHS ${BEAGLE_LLVM_PREFIX}/lib NO_DEFAULT_PATH REQUIRED)
find_library(BEAGLE_CLANG_LIBRARY NAMES clang-cpp PATHS ${BEAGLE_LLVM_PREFIX}/lib NO_DEFAULT_PATH REQUIRED)

add_library(beagle_llvm INTERFACE)
target_include_directories(beagle_llvm SYSTEM INTERFACE ${BEAGLE_LLVM_PREFIX}/include)
target_compile_definitions(beagle_llvm INTERFACE _GNU_SOURCE __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS
                                                 __STDC_LIMIT_MACROS)
target_link_libraries(beagle_llvm INTERFACE ${BEAGLE_LLVM_LIBRARY})
add_library(beagle_clang INTERFACE)
target_link_libraries(beagle_clang INTERFACE ${BEAGLE_CLANG_LIBRARY} beagle_llvm)
