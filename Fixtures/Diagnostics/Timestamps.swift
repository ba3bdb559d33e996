@Persistent class Person {
  @Column(.createdAt) var made: String
// expected-error@27 {{a time that the engine sets must have the type 'Date' or 'Date?'}}
  @Column(.updatedAt) var changed = 1
// expected-error@27 {{a time that the engine sets must have the type 'Date' or 'Date?'}}
  @Column(.deletedAt) var deleted: Date
// expected-error@11 {{the name of a column must be a string literal without interpolation, since it is read at compile time}}
}
