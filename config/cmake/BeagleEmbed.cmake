# beagle_embed(OUT SYMBOL FILE): appends to the variable OUT what makes a file a part of a program, in C++: the bytes
# from SYMBOL to SYMBOL_end. The source that holds it depends on the file (OBJECT_DEPENDS).
function(beagle_embed out symbol file)
  set(${out}
      "${${out}}asm(R\"(.pushsection .rodata\n${symbol}: .incbin \"${file}\"\n${symbol}_end: .byte 0\n.global ${symbol}, ${symbol}_end\n.popsection)\");\nextern \"C\" const char ${symbol}[], ${symbol}_end[];\n"
      PARENT_SCOPE)
endfunction()

find_program(BEAGLE_CLANG clang PATHS ${BEAGLE_LLVM_PREFIX}/bin NO_DEFAULT_PATH REQUIRED)

# beagle_native_part(OUT NAME SOURCE option...): compiles a part of the programs in which Beagle runs analysed code, by
# the compiler that will link them: NAME.object in this folder, whose path is appended to OUT.
function(beagle_native_part out name source)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.object)
  file(RELATIVE_PATH shown ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/${source})
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${BEAGLE_CLANG} -O1 -fPIE -c -Wall -Wextra -Werror -I${CMAKE_SOURCE_DIR} ${ARGN} -MD -MF ${object}.d -MT ${object}
            -o ${object} ${CMAKE_CURRENT_SOURCE_DIR}/${source}
    DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${source}
    DEPFILE ${object}.d
    COMMENT "Compiling ${shown}, which runs inputs natively"
    VERBATIM)
  set(${out} ${${out}} ${object} PARENT_SCOPE)
endfunction()
