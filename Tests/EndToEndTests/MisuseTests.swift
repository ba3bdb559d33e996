import Foundation
import TestSupport
import Testing

/// Misuse is a compile error at the user's line; correct use compiles.
@Suite struct MisuseTests {
  private static let files = [
    "ActorMethods.swift", "Escapes.swift", "Extensions.swift", "Finders.swift",
    "FindersWithoutSession.swift", "InheritedProperties.swift", "Initializers.swift",
    "ObjectsGivenAway.swift", "PlainSuperclasses.swift",
    "Results.swift", "ShortForms.swift", "SuperInits.swift", "Transactions.swift",
  ]

  @Test(arguments: files) func onlyMarkedLinesAreErrors(_ file: String) throws {
    try expectErrors(in: .version6, file)
  }

  /// Code of a module whose default is the main actor, where the others' functions would be
  /// isolated.
  @Test func onlyMarkedLinesAreErrorsOnTheMainActor() throws {
    try expectErrors(in: .mainActor, "MainActorModule.swift")
  }

  @Test(.takesLong, arguments: files)
  func allFeaturesChangeNothing(_ file: String) throws {
    try expectErrors(in: ClientMode.all[0], file)
  }

  /// The compiler tells mistakes in queries, and finds correct ones correct, with at most so many
  /// attempts for each expression; 1,000,000 are its limit, and take about 20 s. An expression that
  /// takes more is an error without the marked words.
  @Test func mistakesInQueriesAreToldSoon() throws {
    try expectErrors(
      in: .version6, "Queries.swift",
      compiling: ["-typecheck", "-Xfrontend", "-solver-scope-threshold=75000"])
  }

  /// Errors in an expansion, or about a missing initializer, followed what the macro had said.
  @Test func afterARefusalTheCompilerAddsNothing() throws {
    try expectErrors(in: .version6, "Refusals.swift")
    let compiler = ClientCompiler("Misuse/Refusals.swift")
    let output = try compiler.compile("-emit-sil").output
    let others = compiler.errors(in: output).filter { !$0.contains("(from macro 'Persistent") }
    #expect(others.isEmpty)
  }

  /// Expects that the compiler reports errors exactly on the marked lines, and with the marked
  /// words.
  private func expectErrors(
    in mode: ClientMode, _ file: String, compiling options: [String] = ["-emit-sil"]
  ) throws {
    let compiler = ClientCompiler("Misuse/\(file)")
    let (path, source) = (compiler.path, try compiler.source())
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    var marked: [Int: String] = [:]
    for (index, line) in lines.enumerated() {
      guard let mark = line.range(of: "// error") else { continue }
      let words = line[mark.upperBound...]
      if words.isEmpty || words.hasPrefix(": ") { marked[index + 1] = String(words.dropFirst(2)) }
    }
    let output = try compiler.compile(in: mode, options).output
    let errors = compiler.errors(in: output)
    #expect(errors.allSatisfy { $0.hasPrefix(path + ":") }, "in an expansion: \(output)")
    var found: [Int: [String]] = [:]
    for error in errors {
      guard let line = Int(error.dropFirst(path.count + 1).prefix { $0 != ":" }) else { continue }
      found[line, default: []].append(error)
    }
    #expect(!marked.isEmpty)
    #expect(found.keys.sorted() == marked.keys.sorted(), "\(output)")
    for (line, words) in marked where !words.isEmpty {
      #expect(found[line]?.contains { $0.contains(words) } == true, "\(line): \(output)")
    }
  }
}
