@Persistent(name: "x", 1) class Person {
// expected-error@13 {{'@Persistent' has no argument 'name'}}
// expected-error@24 {{'@Persistent' has no argument '_'}}
  @Column(colour: "x") var a: Int
// expected-error@11 {{'@Column' has no argument 'colour'}}
  @Column("\(1)") var b: Int
// expected-error@11 {{the name of a column must be a string literal without interpolation, since it is read at compile time}}
  @Column(name) var c: Int
// expected-error@11 {{the name of a column must be a string literal without interpolation, since it is read at compile time}}
  @Column("") var d: Int
// expected-error@11 {{the name of a column must have at least one character and must not contain NUL}}
  @Column(renamedFrom: "") var e: Int
// expected-error@24 {{the name of a column must have at least one character and must not contain NUL}}
  @Column(renamedFrom: "surname", "surname") var h: Int
// expected-error@35 {{'surname' is named twice after 'renamedFrom:'}}
  @Column("given", renamedFrom: "first", "given", indexed: true) var i: Int
// expected-error@42 {{'given' is the present name of the column, so it cannot be a former one}}
  @Column(unique: isUnique) var g: Int
// expected-error@19 {{'unique' must be true or false, since it is read at compile time}}
  @Transient(1) var f = 1
// expected-error@14 {{'@Transient' has no argument '_'}}
}
@Persistent(table: "", renamedFrom: name) class Other {}
// expected-error@20 {{the name of a table must have at least one character and must not contain NUL}}
// expected-error@37 {{the name of a table must be a string literal without interpolation, since it is read at compile time}}
