; Expressions over constants: folded when the linker could, instructions before their use when only the program can.
@a = global [4 x i32] zeroinitializer
@b = global i32 0
define i64 @distance() {
  ret i64 sub (i64 ptrtoint (ptr getelementptr inbounds ([4 x i32], ptr @a, i64 0, i64 3) to i64), i64 ptrtoint (ptr @b to i64))
}
define ptr @number() {
  ret ptr inttoptr (i64 -1 to ptr)
}
define ptr @odd(i1 %c) {
entry:
  br i1 %c, label %yes, label %no
yes:
  br label %no
no:
  %p = phi ptr [ inttoptr (i64 add (i64 ptrtoint (ptr @b to i64), i64 8) to ptr), %yes ], [ null, %entry ]
  ret ptr %p
}
define { i32, i8 } @parts() {
  ret { i32, i8 } { i32 7, i8 undef }
}
; --- distance
; distance() -> i64
; b0:
;   %0 = PointerToInt.64 global0+12
;   %1 = PointerToInt.64 global1
;   %2 = Sub.64 %0, %1
;   Return %2
; --- number
; number() -> ptr
; b0:
;   Return ptr0xffffffffffffffff
; --- odd
; odd(i1 %0) -> ptr
; b0:
;   Branch %0, b1, b3
; b1:
;   %2 = PointerToInt.64 global1
;   %3 = Add.64 %2, 8
;   %1 = IntToPointer.64 %3 [64]
;   Jump b2
; b2:
;   Return %1
; b3: edge
;   %1 = Move.64 null
;   Jump b2
; --- parts
; parts() -> i32, i8
; b0:
;   Return 7, undef
