import Foundation
import Testing

/// Reads the sources, since there is no other way to detect an unverified codec.
struct VerifiedCodecsTests {
  @Test func theKitVerifiesEveryCodecOfTheLibrary() throws {
    let declarations = try Self.text(of: "Sources/Codecs")
      .matches(
        of: /public (?:struct|typealias) (\w+)[^{\n]*(?:: \w*ColumnCodec(?:Wrapper)?\b|= \w+AsBits)/
      )
    let codecs = ["OptionalCodec"] + declarations.map { String($0.output.1) }
    #expect(codecs.count > 60)
    let tests = try Self.text(of: "Tests/CodecTests")
    // No test names MappedCodec: `map` makes it. The other two are tested under other names.
    let others = ["MappedCodec", "RangeTextCodec", "FloatingPointAsBits"]
    for codec in codecs where !others.contains(codec) {
      // The kit itself, and the helpers that call it in three suites.
      let call = try Regex("try await (verifyCodec|verify|check)\\(\\s*\(codec)[(<]")
      #expect(tests.contains(call), "\(codec) is not given to verifyCodec")
    }
  }

  /// All Swift files in a folder of the package.
  private static func text(of folder: String) throws -> String {
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let files = FileManager.default.enumerator(
      at: package.appending(path: folder), includingPropertiesForKeys: nil)
    let sources = try #require(files).compactMap { $0 as? URL }
      .filter { $0.pathExtension == "swift" }
    return try sources.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
  }
}
