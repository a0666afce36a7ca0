; entry: f
; prototype: int f(int x)
; paths: returned 2
; why: two values and the default lead to the same block; the phi tells them apart without forking

define i32 @f(i32 %x) {
entry:
  switch i32 %x, label %other [ i32 1, label %one
                                i32 2, label %other
                                i32 5, label %one ]
one:
  ret i32 %x
other:
  ret i32 7
}
