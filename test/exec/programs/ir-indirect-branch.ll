; entry: f
; prototype: int f(int x)
; paths: returned 2
; why: a table of blocks leads to one of two

@table = internal constant [2 x ptr] [ptr blockaddress(@f, %a), ptr blockaddress(@f, %b)]
define i32 @f(i32 %x) {
  %c = icmp eq i32 %x, 3
  br i1 %c, label %first, label %second
first:
  %p = load ptr, ptr @table
  br label %go
second:
  %q = load ptr, ptr getelementptr ([2 x ptr], ptr @table, i64 0, i64 1)
  br label %go
go:
  %t = phi ptr [ %p, %first ], [ %q, %second ]
  indirectbr ptr %t, [label %a, label %b]
a:
  ret i32 10
b:
  ret i32 20
}
