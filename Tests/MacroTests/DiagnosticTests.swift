import Testing

@testable import PersistentObjectsMacros

/// What the macros say of wrong declarations, compared with the comments in `Fixtures/Diagnostics`.
@Suite struct DiagnosticTests {
  @Test(arguments: Fixture.all(in: "Diagnostics"))
  func explainsWhatIsWrong(_ fixture: Fixture) throws {
    let source = AnnotatedSource(try fixture.text())
    let expansion = Expansion(source.bare, inherits: try fixture.inherits())
    #expect(!expansion.diagnostics.isEmpty)
    try fixture.expect(source.annotated(with: expansion))
  }

  @Test(arguments: [1024, 1025])
  func allowsAThousandAndTwentyFourProperties(_ count: Int) {
    let properties = (0..<count).map { "  var p\($0): Int\n" }.joined()
    let expansion = Expansion("@Persistent class Wide {\n\(properties)}\n")
    let expected =
      count > 1024 ? ["a class can have 1024 persistent properties, not \(count)"] : []
    #expect(expansion.diagnostics.map(\.message) == expected)
  }
}
