import Testing

/// Misuse is a compile error at the user's line; correct use compiles.
@Suite struct MisuseTests {
  /// The compiler reports errors exactly on the marked lines.
  @Test(arguments: [
    "ActorMethods.swift", "Escapes.swift", "Finders.swift", "FindersWithoutSession.swift",
    "InheritedProperties.swift", "ObjectsGivenAway.swift", "PlainSuperclasses.swift",
    "Results.swift", "ShortForms.swift", "SuperInits.swift", "Transactions.swift",
  ])
  func onlyMarkedLinesAreErrors(_ file: String) throws {
    let compiler = ClientCompiler("Misuse/\(file)")
    let (path, source) = (compiler.path, try compiler.source())
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let marked = lines.indices.filter { lines[$0].hasSuffix("// error") }.map { $0 + 1 }
    let output = try compiler.compile("-emit-sil").output
    let errors = compiler.errors(in: output)
    #expect(errors.allSatisfy { $0.hasPrefix(path + ":") }, "in an expansion: \(output)")
    let found = errors.compactMap { Int($0.dropFirst(path.count + 1).prefix { $0 != ":" }) }
    #expect(!marked.isEmpty)
    #expect(Set(found).sorted() == marked, "\(output)")
  }
}
