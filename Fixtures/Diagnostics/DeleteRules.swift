@Persistent class Person {
  @Column(onDelete: .cascade) var age: Int
// expected-error@11 {{'onDelete' is for references to persistent objects; this property holds a value}}
  @Column("x", deletesTargets: true) var name: String?
// expected-error@16 {{'deletesTargets' is for references to persistent objects; this property holds a value}}
  @Column(onDelete: .nullify) var home: Address
// expected-error@21 {{'onDelete: .nullify' needs a property that can be nil; make it optional, or choose '.restrict' or '.cascade'}}
  @Column(onDelete: DeleteRule.cascade) var friends: [Person] = []
// expected-error@21 {{an object is not deleted with one element of its collection; choose '.nullify' or '.restrict'}}
  @Column(onDelete: .nullify, deletesTargets: true) var cars: Set<Car> = []
}
