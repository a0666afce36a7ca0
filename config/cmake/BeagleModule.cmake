# Warnings and sanitizers as interface targets: what links them is built with them.
add_library(beagle_warnings INTERFACE)
target_compile_options(beagle_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
                                                 -Wimplicit-fallthrough -Wno-missing-field-initializers)
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
set(BEAGLE_USUAL_HEADERS <fmt/format.h> <algorithm> <array> <chrono> <deque> <expected> <functional> <map> <memory> <optional>
                         <set> <span> <sstream> <string> <string_view> <unordered_map> <unordered_set> <variant> <vector>)

# beagle_module(NAME [USES module...] [LIBRARIES target...] [PRECOMPILED header...])
# One folder, one static library beagle_NAME, one alias beagle::NAME. Sources are the folder's *.cpp.
# LIBRARIES are private: a third-party library does not leave the module that owns it.
# PRECOMPILED are headers beside the usual ones that most of its sources read.
function(beagle_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "USES;LIBRARIES;PRECOMPILED")
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  add_library(beagle_${name} STATIC ${sources})
  add_library(beagle::${name} ALIAS beagle_${name})
  target_include_directories(beagle_${name} PUBLIC ${CMAKE_SOURCE_DIR})
  list(TRANSFORM arg_USES PREPEND beagle::)
  target_link_libraries(beagle_${name} PUBLIC ${arg_USES} PRIVATE ${arg_LIBRARIES} beagle_warnings
                                                                  beagle_sanitizers)
  target_precompile_headers(beagle_${name} PRIVATE ${BEAGLE_USUAL_HEADERS} ${arg_PRECOMPILED})
endfunction()

# beagle_program(NAME SOURCES file... [USES module...] [LIBRARIES target...] [PRECOMPILED header...])
# With PRECOMPILED, these headers and the usual ones are; it pays from ten sources or so.
function(beagle_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;USES;LIBRARIES;PRECOMPILED")
  add_executable(${name} ${arg_SOURCES})
  if(BEAGLE_SANITIZE)
    target_sources(${name} PRIVATE ${CMAKE_SOURCE_DIR}/config/cmake/sanitizer_defaults.cpp)
  endif()
  list(TRANSFORM arg_USES PREPEND beagle::)
  target_link_libraries(${name} PRIVATE ${arg_USES} ${arg_LIBRARIES} beagle_warnings beagle_sanitizers)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR})
  if(arg_PRECOMPILED)
    target_precompile_headers(${name} PRIVATE ${BEAGLE_USUAL_HEADERS} ${arg_PRECOMPILED})
  endif()
endfunction()
