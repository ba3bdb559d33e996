@Persistent class Person {
  @Transient @Column("a") var a = 1
// expected-error@14 {{a '@Transient' property is not stored, so it has no column}}
// fix-it {{remove '@Column'}}
// |   @Transient var a = 1
  @Column("b") var b: Int { 1 }
// expected-error@3 {{'@Column' needs a stored property; this one is computed}}
// fix-it {{remove '@Column'}}
// |   var b: Int { 1 }
  @Column("c") static var c = 1
// expected-error@3 {{'@Column' needs a stored property; this one is static}}
// fix-it {{remove '@Column'}}
// |   static var c = 1
  @Column("d") override var d: Int { 1 }
// expected-error@3 {{'@Column' needs a stored property; this one is an override}}
// fix-it {{remove '@Column'}}
// |   override var d: Int { 1 }
  @Transient var e: Int { 1 }
// expected-warning@3 {{'@Transient' has no effect: a computed property is not stored anyway}}
// fix-it {{remove '@Transient'}}
// |   var e: Int { 1 }
  @Transient
// expected-warning@3 {{'@Transient' has no effect: a static property is not stored anyway}}
// fix-it {{remove '@Transient'}}
// |   
  static var f = 1
  @Column("g") let g: Int
// expected-error@16 {{a persistent property must be a 'var', since it is set when an object is loaded; 'g' can be a 'private(set) var', or '@Transient'}}
// fix-it {{make it a 'var'}}
// |   @Column("g") var g: Int
}
