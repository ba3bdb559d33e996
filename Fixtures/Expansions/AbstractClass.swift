@Persistent(abstract: true) open class _Person {
  public var name: String
  @Column(indexed: true) public var age: Int = 0
  var boss: Person?
  @Inverse(\Person.boss) var reports: [Person]
  private static let indices: [Index<_Person>] = [[\.name]]
}
