import Foundation
import PersistentObjects
import TestSupport
import Testing

/// The calls of `store.recode` that errors print.
@Suite struct RecodeCallTests {
  /// The calls lacked `try await`, and `transform:` where the type had changed.
  @Test func compileAsTheyArePrinted() throws {
    try TemporaryStore.run { store, session in
      try session.save(
        Before.Parcel(
          sent: .now, count: "1", default: 2, signature: Data([3]), weights: ["4"], stops: [.now],
          prices: ["5": 6]))
      let reopened = try store.reopened()
      let error = failure { try reopened.lendSession { _ = try After.Parcel.count(in: $0) } }
      let calls = try (error?.problems ?? []).map { try call(in: $0.message) }
      #expect(calls.count == 9)
      #expect(calls.contains { $0.hasSuffix("Parcel.sent, from: DateCodec()))") })
      #expect(calls.contains { $0.hasSuffix("transform: { old in <#the new value#> }))") })
      try compile(calls)
      reopened.close()
    }
  }

  @Test func nameStandardCodecsByInitializersThatExist() throws {
    try compile(CodecRegistry.standard.registered.map { "_ = \(type(of: $0))()" })
  }

  private func call(in message: String) throws -> String {
    let head = try #require(message.range(of: "Rewrite it with "))
    let tail = try #require(message.range(of: ", use the old codec"))
    return String(message[head.upperBound..<tail.lowerBound])
  }

  /// Compiles statements in a function that has a store.
  private func compile(_ statements: [String]) throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    let classes = try ClientCompiler(inPackage: "Tests/EndToEndTests/Recoded.swift").source()
    let body = statements.map { "  \($0)\n" }.joined()
    let source = "\(classes)\nfunc recode(_ store: Store) async throws {\n\(body)}\n"
    let path = file.path + ".swift"
    try source.write(toFile: path, atomically: true, encoding: .utf8)
    let output = try ClientCompiler(path: path)
      .compile("-typecheck", "-Xfrontend", "-warn-on-editor-placeholder").output
    #expect(!output.contains("error:"), "\(output)")
  }
}
