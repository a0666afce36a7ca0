; entry: f
; prototype: int f(int x)
; paths: returned 2
; why: the signed product of 24 bits either fits or not

declare { i24, i1 } @llvm.smul.with.overflow.i24(i24, i24)
define i32 @f(i32 %x) {
  %a = trunc i32 %x to i24
  %p = call { i24, i1 } @llvm.smul.with.overflow.i24(i24 %a, i24 -3)
  %v = extractvalue { i24, i1 } %p, 0
  %o = extractvalue { i24, i1 } %p, 1
  br i1 %o, label %yes, label %no
yes:
  ret i32 99
no:
  %r = sext i24 %v to i32
  ret i32 %r
}
