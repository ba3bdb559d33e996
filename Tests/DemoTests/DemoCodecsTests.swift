import PersistentObjectsCodecTesting
import Testing

@testable import demo

/// The demo's own codecs obey the laws of `ColumnCodec`.
@Suite struct DemoCodecsTests {
  @Test func versionsSortInSQLAsDpkgSortsThem() async throws {
    let samples = try DebianVersionTests.ordered.joined().map { try DebianVersion($0) }
    try await verifyCodec(
      DebianVersionCodec(), samples: samples, generator: { Self.version(&$0) })
  }

  @Test func relationsComeBack() async throws {
    try await verifyCodec(
      RelationCodec(), samples: try Relation.list("a, python3:any (>= 3.11~) | libc6 (<< 1:2-3)"),
      generator: { source in
        let others = source.array { Self.alternative(&$0) }
        return Relation(alternatives: [Self.alternative(&source)] + others)
      })
  }

  private static func alternative(_ source: inout ValueSource) -> Relation.Alternative {
    var alternative = Relation.Alternative(package: name(&source))
    if source.bool() { alternative.architecture = source.element(of: ["any", "amd64"]) }
    if source.bool() {
      alternative.constraint = Relation.Constraint(
        comparison: source.element(of: Relation.Comparison.allCases), version: version(&source))
    }
    return alternative
  }

  private static func name(_ source: inout ValueSource) -> String {
    source.element(of: ["a", "0", "lib"]) + characters("a0b+.-", &source)
  }

  /// Few different characters, so that some versions differ only slightly.
  private static func version(_ source: inout ValueSource) -> DebianVersion {
    let epoch = source.bool() ? "\(source.integer(in: 0...2_147_483_647)):" : ""
    let upstream = "\(source.integer(in: 0...99))" + characters("01a9.+~Z", &source)
    let revision = source.bool() ? "-" + source.element(of: ["0", "1", "~"]) : ""
    do {
      return try DebianVersion(epoch + upstream + revision + characters("0a~.", &source))
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private static func characters(_ characters: String, _ source: inout ValueSource) -> String {
    String(source.array { $0.element(of: characters) })
  }
}
