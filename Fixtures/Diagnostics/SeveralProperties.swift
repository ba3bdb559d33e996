@Persistent class Person {
  public private(set) var a: Int, b = "x"
// expected-error@27 {{persistent properties must be declared one by one}}
// fix-it {{declare them one by one}}
// |   public private(set) var a: Int
// |   public private(set) var b = "x"
  var c, d: Int
// expected-error@7 {{persistent properties must be declared one by one}}
// fix-it {{declare them one by one}}
// |   var c: Int
// |   var d: Int
  @Column("e") var e = 1, f: Int?
// expected-error@3 {{peer macro can only be applied to a single variable}}
// expected-error@20 {{persistent properties must be declared one by one}}
// fix-it {{declare them one by one}}
// |   @Column("e") var e = 1
// |   @Column("e") var f: Int?
}
