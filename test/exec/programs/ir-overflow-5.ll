; entry: f
; prototype: int f(int x)
; paths: returned 2
; why: in five bits, what exceeds 15 or -16 has overflown

declare { i5, i1 } @llvm.sadd.with.overflow.i5(i5, i5)
define i32 @f(i32 %x) {
  %a = trunc i32 %x to i5
  %p = call { i5, i1 } @llvm.sadd.with.overflow.i5(i5 %a, i5 7)
  %v = extractvalue { i5, i1 } %p, 0
  %o = extractvalue { i5, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  ret i32 99
no:
  %r = sext i5 %v to i32
  ret i32 %r
}
