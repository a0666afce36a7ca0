; entry: f
; prototype: long f(long x)
; paths: returned 2
; why: constants of 200 bits have all their words

define i64 @f(i64 %x) {
  %a = zext i64 %x to i200
  %b = shl i200 %a, 100
  %same = icmp eq i200 %b, 6338253001141147007483516026880
  br i1 %same, label %yes, label %no
yes:
  ret i64 1
no:
  %c = or i200 %b, 1267650600228229401496703205376
  %d = lshr i200 %c, 100
  %e = trunc i200 %d to i64
  ret i64 %e
}
