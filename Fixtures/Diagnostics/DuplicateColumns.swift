@Persistent class Person {
  var firstName: String
  var first_name: String
// expected-error@7 {{'firstName' already has the column 'first_name'; give one of them another with '@Column'}}
  @Column("AGE") var years: Int
  var age: Int
// expected-error@7 {{'years' already has the column 'age'; give one of them another with '@Column'}}
  @Column("x") var a: Int
  @Column("x") var b: Int
// expected-error@20 {{'a' already has the column 'x'; give one of them another with '@Column'}}
}
