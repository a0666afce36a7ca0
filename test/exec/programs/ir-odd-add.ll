; entry: f
; prototype: unsigned f(unsigned x)
; paths: returned 1
; why: integers of 13 bits wrap at 8192

define i32 @f(i32 %x) {
  %a = trunc i32 %x to i13
  %b = add i13 %a, 8000
  %c = zext i13 %b to i32
  ret i32 %c
}
