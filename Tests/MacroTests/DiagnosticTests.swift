import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import Testing

/// The macros' diagnostics for wrong declarations, compared with the comments in
/// `Fixtures/Diagnostics`.
@Suite struct DiagnosticTests {
  @Test(arguments: Fixture.all(in: "Diagnostics"))
  func explainsWhatIsWrong(_ fixture: Fixture) throws {
    let source = AnnotatedSource(try fixture.text())
    let expansion = Expansion(source.bare, inherits: try fixture.inherits())
    #expect(!expansion.diagnostics.isEmpty)
    try fixture.expect(source.annotated(with: expansion))
  }

  @Test func warnsOfAHookAndAStoreThatThrowInOneBranchOnly() {
    let expansion = Expansion(
      """
      @Persistent class Entry {
        var text: String
        #if DEBUG
          func willSave() {}
          static let store = Stores.notes
        #else
          func willSave() throws {}
          static var store: Store { get throws { try Stores.log } }
        #endif
      }
      """)
    let warnings = ["willSave", "store"].map { Problem.unequalThrows($0).message }
    #expect(expansion.diagnostics.map(\.message) == warnings)
    #expect(expansion.diagnostics.allSatisfy { $0.diagMessage.severity == .warning })
    #expect(expansion.text.contains("{ try $0.willSave() }"))
    #expect(expansion.text.contains("store: { try Entry.store }"))
  }

  @Test(arguments: [1024, 1025])
  func allowsAThousandAndTwentyFourProperties(_ count: Int) throws {
    let properties = (0..<count).map { "  var p\($0): Int\n" }.joined()
    let declaration = DeclSyntax("@Persistent class Wide {\n\(raw: properties)}")
    var parser = ClassParser(try #require(declaration.as(ClassDeclSyntax.self)), in: [])
    let model = parser.parse(nil, inherits: false)
    #expect(model.properties.count == count)
    let problems =
      count > 1024 ? ["a class can have at most 1024 persistent properties, not \(count)"] : []
    #expect(parser.findings.diagnostics.map(\.message) == problems)
  }
}
