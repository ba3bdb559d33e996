@Persistent class Person {
  var firstName: String
  var first_name: String
// expected-error@7 {{'firstName' has the column 'first_name' already; give one of them another with '@Column'}}
  @Column("AGE") var years: Int
  var age: Int
// expected-error@7 {{'years' has the column 'age' already; give one of them another with '@Column'}}
  @Column("x") var a: Int
  @Column("x") var b: Int
// expected-error@20 {{'a' has the column 'x' already; give one of them another with '@Column'}}
}
