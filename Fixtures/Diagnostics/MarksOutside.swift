struct Point {
  @Column("x") var x: Int
// expected-error@3 {{'@Column' needs a property of a '@Persistent' class}}
// fix-it {{remove '@Column'}}
// |   var x: Int
  @Transient var y: Int
// expected-error@3 {{'@Transient' needs a property of a '@Persistent' class}}
// fix-it {{remove '@Transient'}}
// |   var y: Int
}
class Plain {
  @Column("p") var p = 1
// expected-error@3 {{'@Column' needs a property of a '@Persistent' class}}
// fix-it {{remove '@Column'}}
// |   var p = 1
  @Transient func f() {}
// expected-error@3 {{'@Transient' needs a property of a '@Persistent' class}}
// fix-it {{remove '@Transient'}}
// |   func f() {}
}
@Column("z") var z = 1
// expected-error@1 {{'@Column' needs a property of a '@Persistent' class}}
// fix-it {{remove '@Column'}}
// | var z = 1
