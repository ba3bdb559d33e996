import Testing

@testable import demo

@Suite struct RelationTests {
  @Test func takesAlternativesApart() throws {
    let relation = try Relation("python3:any (>= 3.11~) | libc6 (<< 1:2-3)|x")
    #expect(relation.alternatives.map(\.package) == ["python3", "libc6", "x"])
    #expect(relation.alternatives.map(\.architecture) == ["any", nil, nil])
    #expect(relation.alternatives[0].constraint?.comparison == .laterOrSame)
    #expect(relation.alternatives[1].constraint?.version.text == "1:2-3")
    #expect(relation.description == "python3:any (>= 3.11~) | libc6 (<< 1:2-3) | x")
  }

  @Test(arguments: [
    ("a(>=1)|b", "a (>= 1) | b"), ("  a\n\t( = 1-1 )\n", "a (= 1-1)"),
    ("a:amd64(>>1)", "a:amd64 (>> 1)"),
  ])
  func putsSpacingRight(text: String, canonical: String) throws {
    #expect(try Relation(text).description == canonical)
  }

  @Test func parsesFields() throws {
    let relations = try Relation.list("a, b (= 1) | c,\n d")
    #expect(relations.map(\.description) == ["a", "b (= 1) | c", "d"])
    #expect(try Relation.list(" \n ").isEmpty)
  }

  @Test(arguments: [
    ("a, , b", "a package name is expected at the end"), ("a,", "a package name"),
    ("a | ", "a package name"), ("a b", "'a b' is not a relation: a ',', a '|' or the end"),
    ("a (1.0)", "one of << <= = >= >> is expected before '1'"), ("a (=> 1)", "one of"),
    ("a (> 1)", "'>' is obsolete: write '>=' or '>>'"),
    ("a (>= )", "a version is expected before ')'"),
    ("a (>= 1", "a ')' is expected at the end"), ("a (>= 1_2)", "'1_2' is not a Debian version"),
    ("a: ", "an architecture"), ("a [amd64]", "before '['"), ("+a", "a package name"),
  ])
  func refuses(field: String, because reason: String) {
    let error = #expect(throws: MalformedText.self) { try Relation.list(field) }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
  }

  @Test(arguments: [
    (Relation.Comparison.earlier, [true, false, false]), (.earlierOrSame, [true, true, false]),
    (.same, [false, true, false]), (.laterOrSame, [false, true, true]),
    (.later, [false, false, true]),
  ])
  func admitsVersions(comparison: Relation.Comparison, expected: [Bool]) throws {
    let constraint = Relation.Constraint(comparison: comparison, version: try DebianVersion("1.0"))
    let candidates = try ["1.0~rc1", "0:1.00-0", "1.0-1"].map { try DebianVersion($0) }
    #expect(candidates.map(constraint.admits) == expected)
  }

  @Test func printsEveryRelationOfTheFixtureAsItWas() throws {
    let names = [
      "Depends", "Pre-Depends", "Recommends", "Suggests", "Breaks", "Conflicts", "Replaces",
      "Provides",
    ]
    var reader = try ControlFileReader(path: fixturePath)
    var count = 0
    while let stanza = try reader.next() {
      for field in names.compactMap({ stanza[$0] }) {
        let relations = try Relation.list(field)
        count += relations.count
        #expect(relations.map(\.description).joined(separator: ", ") == field)
      }
    }
    #expect(count > 2_046)
  }
}
