# Warnings and sanitizers as interface targets: what links them is built with them.
add_library(beagle_warnings INTERFACE)
target_compile_options(beagle_warnings INTERFACE -Wall -Wextra -Wpedantic -Wnon-virtual-dtor
                                                 -Wimplicit-fallthrough -Wno-missing-field-initializers)
# Where several sources are one unit, names of the others are shadowed and nobody means them.
target_compile_options(beagle_warnings INTERFACE $<$<NOT:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wshadow>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # g++ 12 sees impossible sizes inside std::string's own concatenation and inside optional structs with strings.
  target_compile_options(beagle_warnings INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds
                                                   -Wno-maybe-uninitialized)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # libstdc++ 12 sorts stably with a function that it calls deprecated itself.
  target_compile_options(beagle_warnings INTERFACE -Wno-deprecated-declarations)
endif()
if(BEAGLE_WERROR)
  target_compile_options(beagle_warnings INTERFACE -Werror)
endif()

add_library(beagle_sanitizers INTERFACE)
if(BEAGLE_SANITIZE)
  target_compile_options(beagle_sanitizers INTERFACE -fsanitize=${BEAGLE_SANITIZE} -fno-omit-frame-pointer
                                                     -fno-sanitize-recover=all)
  target_link_options(beagle_sanitizers INTERFACE -fsanitize=${BEAGLE_SANITIZE})
endif()

# What nearly every source includes, by itself or by others: reading it takes most of the time of a small one.
set(BEAGLE_USUAL_HEADERS <fmt/format.h> <algorithm> <array> <chrono> <deque> <expected> <functional> <map> <memory>
                         <optional> <set> <span> <sstream> <string> <string_view> <unordered_map> <unordered_set> <variant>
                         <vector>)

# beagle_headers(NAME header... [USES target...] [OPTIONS option...]): these headers and the usual ones, precompiled once for
# all that name the set (HEADERS NAME). OPTIONS are those of the sources that read it.
function(beagle_headers name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "USES;OPTIONS")
  set(source ${CMAKE_BINARY_DIR}/headers/${name}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "")
  add_library(beagle_headers_${name} OBJECT ${source})
  target_include_directories(beagle_headers_${name} PRIVATE ${CMAKE_SOURCE_DIR})
  target_link_libraries(beagle_headers_${name} PRIVATE fmt::fmt ${arg_USES} beagle_warnings beagle_sanitizers)
  target_compile_options(beagle_headers_${name} PRIVATE ${arg_OPTIONS})
  target_precompile_headers(beagle_headers_${name} PRIVATE ${BEAGLE_USUAL_HEADERS} ${arg_UNPARSED_ARGUMENTS})
  if(CCACHE_PROGRAM)
    # g++ knows a header of `#pragma once` again by its bytes, comments too. ccache would also give back what was made of the
    # same text without comments, and every source that includes the header once more would define all of it twice. What
    # older builds kept under the same names may be just that.
    set_target_properties(beagle_headers_${name} PROPERTIES CXX_COMPILER_LAUNCHER
      "env;CCACHE_DEPEND=1;CCACHE_NAMESPACE=headers-by-bytes;${CMAKE_CXX_COMPILER_LAUNCHER}")
  endif()
endfunction()

set(BEAGLE_LESS_OPTIMISED $<$<CONFIG:Release>:-O1>)

beagle_headers(usual)
beagle_headers(json <nlohmann/json.hpp>)
beagle_headers(llvm <llvm/IR/Module.h> <llvm/IR/IntrinsicInst.h> <llvm/IR/DebugInfo.h> USES beagle_llvm)
beagle_headers(clang <clang/AST/RecursiveASTVisitor.h> <clang/Frontend/CompilerInstance.h> <nlohmann/json.hpp> USES beagle_clang)
beagle_headers(machine [["analysis/exec/machine.h"]])
beagle_headers(pipeline [["analysis/exec/machine.h"]] [["analysis/report/report.h"]] [["config/settings.h"]]
               OPTIONS ${BEAGLE_LESS_OPTIMISED})

option(BEAGLE_UNITY "Compile several sources at once: quicker from nothing, but an editor does not know them" ON)

# beagle_together(TARGET NUMBER): so many of its sources become one unit, where the same templates in each are most of the
# work; 0 for all of them.
function(beagle_together target number)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${BEAGLE_UNITY} UNITY_BUILD_BATCH_SIZE ${number})
endfunction()

# beagle_module(NAME [USES module...] [LIBRARIES target...] [HEADERS set] [TOGETHER number])
# One folder, one static library beagle_NAME, one alias beagle::NAME. Sources are the folder's *.cpp.
# LIBRARIES are private: a third-party library does not leave the module that owns it.
function(beagle_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADERS;TOGETHER" "USES;LIBRARIES")
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  add_library(beagle_${name} STATIC ${sources})
  add_library(beagle::${name} ALIAS beagle_${name})
  target_include_directories(beagle_${name} PUBLIC ${CMAKE_SOURCE_DIR})
  list(TRANSFORM arg_USES PREPEND beagle::)
  target_link_libraries(beagle_${name} PUBLIC ${arg_USES} PRIVATE ${arg_LIBRARIES} beagle_warnings
                                                                  beagle_sanitizers)
  if(NOT arg_HEADERS)
    set(arg_HEADERS usual)
  endif()
  target_precompile_headers(beagle_${name} REUSE_FROM beagle_headers_${arg_HEADERS})
  if(DEFINED arg_TOGETHER)
    beagle_together(beagle_${name} ${arg_TOGETHER})
  endif()
endfunction()

# beagle_program(NAME SOURCES file... [USES module...] [LIBRARIES target...] [HEADERS set] [TOGETHER number])
function(beagle_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADERS;TOGETHER" "SOURCES;USES;LIBRARIES")
  add_executable(${name} ${arg_SOURCES})
  if(BEAGLE_SANITIZE)
    target_sources(${name} PRIVATE ${CMAKE_SOURCE_DIR}/config/cmake/sanitizer_defaults.cpp)
  endif()
  list(TRANSFORM arg_USES PREPEND beagle::)
  target_link_libraries(${name} PRIVATE ${arg_USES} ${arg_LIBRARIES} beagle_warnings beagle_sanitizers)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR})
  if(arg_HEADERS)
    target_precompile_headers(${name} REUSE_FROM beagle_headers_${arg_HEADERS})
  endif()
  if(DEFINED arg_TOGETHER)
    beagle_together(${name} ${arg_TOGETHER})
  endif()
endfunction()
