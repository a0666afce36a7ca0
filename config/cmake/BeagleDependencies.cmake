# Every third-party library, found once. Which module may use which is checked by test/architecture.

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  # Sources with precompiled headers are kept only on these terms, which Debian's ccache takes from the environment alone:
  # the time of a precompiled header does not count, and g++ says in its preprocessed text which one it is. Checkouts in
  # other folders are the same.
  set(launcher env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} ${CCACHE_PROGRAM})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
  add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>
                      "$<$<COMPILE_LANG_AND_ID:CXX,Clang>:SHELL:-Xclang -fno-pch-timestamp>")
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

# What is found may be a script that chooses among interpreters, which takes longer than most tests.
find_package(Python3 3.11 REQUIRED COMPONENTS Interpreter)
execute_process(COMMAND ${Python3_EXECUTABLE} -c "import sys; print(sys.executable)"
                OUTPUT_VARIABLE python OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set_property(TARGET Python3::Interpreter PROPERTY IMPORTED_LOCATION ${python})

# Debian's libz3-dev brings no CMake package.
find_path(BEAGLE_Z3_INCLUDE z3.h REQUIRED)
find_library(BEAGLE_Z3_LIBRARY z3 REQUIRED)
add_library(Z3::z3 UNKNOWN IMPORTED)
set_target_properties(Z3::z3 PROPERTIES IMPORTED_LOCATION ${BEAGLE_Z3_LIBRARY}
                                        INTERFACE_INCLUDE_DIRECTORIES ${BEAGLE_Z3_INCLUDE})

# LLVM and Clang. Tests link the shared libraries, which is quick. What users run sets BEAGLE_LLVM_INSIDE and has in
# itself what it needs of them: relocating the shared libraries is most of what a small unit costs, and calls between
# them are slower. The CMake packages would drag in every component, so what we use is named here.
set(BEAGLE_LLVM_PREFIX /usr/lib/llvm-19 CACHE PATH "Where LLVM and Clang 19 are installed")
find_library(BEAGLE_LLVM_LIBRARY NAMES LLVM-19 LLVM PATHS ${BEAGLE_LLVM_PREFIX}/lib NO_DEFAULT_PATH REQUIRED)
find_library(BEAGLE_CLANG_LIBRARY NAMES clang-cpp PATHS ${BEAGLE_LLVM_PREFIX}/lib NO_DEFAULT_PATH REQUIRED)
find_package(ZLIB REQUIRED)
find_library(BEAGLE_ZSTD_LIBRARY zstd REQUIRED)

execute_process(COMMAND ${BEAGLE_LLVM_PREFIX}/bin/llvm-config --link-static --libfiles
                        core bitreader bitwriter irreader linker analysis transformutils support targetparser orcjit native
                        option profiledata coverage frontendopenmp frontendhlsl windowsdriver # of Clang
                        frontenddriver passes lto hipstdpar
                OUTPUT_VARIABLE llvm_archives OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(llvm_archives)
list(FILTER llvm_archives EXCLUDE REGEX "/libPolly") # in a package of its own; see polly.cpp
set(inside "$<BOOL:$<TARGET_PROPERTY:BEAGLE_LLVM_INSIDE>>")
add_library(beagle_llvm INTERFACE)
target_include_directories(beagle_llvm SYSTEM INTERFACE ${BEAGLE_LLVM_PREFIX}/include)
target_link_libraries(beagle_llvm INTERFACE
  "$<IF:${inside},$<LINK_GROUP:RESCAN,${llvm_archives}>;ZLIB::ZLIB;${BEAGLE_ZSTD_LIBRARY},${BEAGLE_LLVM_LIBRARY}>")
# Relocating that much of LLVM where the program happens to lie is most of what starting it would cost.
target_link_options(beagle_llvm INTERFACE "$<${inside}:LINKER:--gc-sections,--as-needed;-no-pie>")

# What users run spends a tenth of its time on small objects with the C library's allocator. Sanitizers have their own.
find_package(mimalloc REQUIRED)
add_library(beagle_allocator INTERFACE)
if(NOT BEAGLE_SANITIZE)
  target_link_libraries(beagle_allocator INTERFACE -Wl,--no-as-needed $<TARGET_FILE:mimalloc> -Wl,--as-needed)
endif()

set(clang_archives "")
foreach(part CodeGen Frontend Driver Serialization Parse Sema Edit Analysis ASTMatchers AST Lex Basic Support APINotes)
  add_library(clang${part} STATIC IMPORTED)
  set_target_properties(clang${part} PROPERTIES IMPORTED_LOCATION ${BEAGLE_LLVM_PREFIX}/lib/libclang${part}.a)
  target_link_libraries(clang${part} INTERFACE beagle_llvm) # LLVM comes after it
  list(APPEND clang_archives clang${part})
endforeach()
add_library(beagle_clang INTERFACE)
target_link_libraries(beagle_clang INTERFACE "$<IF:${inside},$<LINK_GROUP:RESCAN,${clang_archives}>,${BEAGLE_CLANG_LIBRARY}>"
                                             beagle_llvm)
