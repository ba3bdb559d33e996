import SwiftDiagnostics
import Testing

/// The macros' expansions of each kind of class, compared with `Fixtures/Expansions`.
@Suite struct ExpansionTests {
  @Test(arguments: Fixture.all(in: "Expansions"))
  func expandsAsRecorded(_ fixture: Fixture) throws {
    let expansion = Expansion(try fixture.text(), inherits: try fixture.inherits())
    #expect(expansion.diagnostics.map(\.message) == [])
    try fixture.expanded.expect(expansion.text)
  }
}
