@Persistent(table: "people", renamedFrom: "persons") class Person {
  @Column("colour", codec: HexColor()) var favourite: Color?
  @Column(codec: JSONCodec<[Point]>()) var path: [Point] = []
  @Column(renamedFrom: "family_name", "surname") var lastName: String
  @Column("a \"quoted\" name") var quoted: Int
  @PersistentObjects.Column(#"raw\name"#) public var raw: Bool
  @Column(unique: true) var email: String
  @Column("phone_number", indexed: true, renamedFrom: "phone") var phone: String
  @Column(unique: false, indexed: false) var age: Int
}
