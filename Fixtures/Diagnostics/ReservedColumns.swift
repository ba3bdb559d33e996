@Persistent(table: "sqlite_x") class Person {
// expected-error@20 {{'sqlite_x' cannot name a table, since names that start with 'sqlite_' are reserved; choose another name}}
  @Column("PK") var key: Int
// expected-error@11 {{'PK' is the column of the primary key; choose another name}}
  @Column("_persistent_x") var a: Int
// expected-error@11 {{'_persistent_x' cannot name a column, since names that start with '_persistent' are reserved; choose another name}}
  @Column(renamedFrom: "SQLITE_x") var b: Int
// expected-error@24 {{'SQLITE_x' cannot name a column, since names that start with 'sqlite_' are reserved; choose another name}}
}
@Persistent(renamedFrom: "_Persistent") class Other {}
// expected-error@26 {{'_Persistent' cannot name a table, since names that start with '_persistent' are reserved; choose another name}}
