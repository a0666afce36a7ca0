# beagle_embed(OUT SYMBOL FILE): appends to the variable OUT what makes a file a part of a program, in C++: the bytes
# from SYMBOL to SYMBOL_end. The source that holds it depends on the file (OBJECT_DEPENDS).
function(beagle_embed out symbol file)
  set(${out}
      "${${out}}asm(R\"(.pushsection .rodata\n${symbol}: .incbin \"${file}\"\n${symbol}_end: .byte 0\n.global ${symbol}, ${symbol}_end\n.popsection)\");\nextern \"C\" const char ${symbol}[], ${symbol}_end[];\n"
      PARENT_SCOPE)
endfunction()
