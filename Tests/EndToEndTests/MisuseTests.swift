import Testing

/// Misuse across tasks is a compile error, and the right way is not.
@Suite struct MisuseTests {
  /// The compiler's errors stand exactly on the lines that say so.
  @Test(arguments: ["Escapes.swift", "Transactions.swift"])
  func onlyMarkedLinesAreErrors(_ file: String) throws {
    let compiler = ClientCompiler("Misuse/\(file)")
    let (path, source) = (compiler.path, try compiler.source())
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let marked = lines.indices.filter { lines[$0].hasSuffix("// error") }.map { $0 + 1 }
    let output = try compiler.compile("-emit-sil").output
    let found = output.split(separator: "\n").compactMap { line -> Int? in
      guard line.hasPrefix(path + ":"), line.contains(": error:") else { return nil }
      return Int(line.dropFirst(path.count + 1).prefix { $0 != ":" })
    }
    #expect(!marked.isEmpty)
    #expect(Set(found).sorted() == marked, "\(output)")
  }
}
