@Persistent @Persistent class Person {
// expected-error@13 {{'@Persistent' is applied twice}}
// fix-it {{remove the second '@Persistent'}}
// | @Persistent class Person {
  @Transient @Transient var a = 1
// expected-error@14 {{'@Transient' is applied twice}}
// fix-it {{remove the second '@Transient'}}
// |   @Transient var a = 1
  @Column("b") @Column("c") var b: Int
// expected-error@16 {{'@Column' is applied twice}}
// fix-it {{remove the second '@Column'}}
// |   @Column("b") var b: Int
}
