@Persistent class Person {
  var a: Int
  @Column("a2") var A: Int
// expected-error@21 {{'findByA' would find by 'a' as well, since the names differ only in the case of the first letter; rename one of them}}
  var name: String
  var Name: String
// expected-error@7 {{'findByName' would find by 'name' as well, since the names differ only in the case of the first letter; rename one of them}}
  var tags: [String]
  @Column("tags2") var Tags: String
}
