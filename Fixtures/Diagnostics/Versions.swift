@Persistent class Person {
  @Column(.version) var version: String
// expected-error@25 {{a version must have the type 'Int', 'Int64' or 'Int32' and cannot be optional}}
  @Column(.version) var optional: Int?
// expected-error@25 {{a version must have the type 'Int', 'Int64' or 'Int32' and cannot be optional}}
// expected-error@25 {{a class has one version, which counts all changes; 'version' is already the version}}
  @Column(.version) var small: Int8
// expected-error@25 {{a version must have the type 'Int', 'Int64' or 'Int32' and cannot be optional}}
// expected-error@25 {{a class has one version, which counts all changes; 'version' is already the version}}
  @Column(.version) var unsigned = UInt(1)
// expected-error@25 {{a version must have the type 'Int', 'Int64' or 'Int32' and cannot be optional}}
// expected-error@25 {{a class has one version, which counts all changes; 'version' is already the version}}
  @Column(.version) var list: [Int] = []
// expected-error@25 {{a version must have the type 'Int', 'Int64' or 'Int32' and cannot be optional}}
// expected-error@25 {{a class has one version, which counts all changes; 'version' is already the version}}
  @Column(.version) var good: Int
// expected-error@25 {{a class has one version, which counts all changes; 'version' is already the version}}
  @Column(.version) let constant: Int
// expected-error@21 {{a persistent property must be a 'var', since it is set when an object is loaded; 'constant' can be a 'private(set) var', or '@Transient'}}
// fix-it {{make it a 'var'}}
// |   @Column(.version) var constant: Int
// expected-error@25 {{a class has one version, which counts all changes; 'version' is already the version}}
  @Column(.version) var untyped
  @Column(.version) static var shared: Int = 0
// expected-error@3 {{'@Column' needs a stored property; this one is static}}
// fix-it {{remove '@Column'}}
// |   static var shared: Int = 0
  @Column(.version) var computed: Int { 1 }
// expected-error@3 {{'@Column' needs a stored property; this one is computed}}
// fix-it {{remove '@Column'}}
// |   var computed: Int { 1 }
  @Column(.version) @Transient var transient: Int = 0
// expected-error@3 {{a '@Transient' property is not stored, so it has no column}}
// fix-it {{remove '@Column'}}
// |   @Transient var transient: Int = 0
  @Column(.versions) var misspelled: Int
// expected-error@11 {{the name of a column must be a string literal without interpolation, since it is read at compile time}}
}
