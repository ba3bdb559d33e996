import Foundation
import Testing

@testable import demo

@Suite struct OptionsTests {
  @Test(arguments: [
    ([], Options()),
    (["-"], Options(input: "-")),
    (["--keep", "index"], Options(input: "index", keepsDatabase: true)),
    (["index", "--database", "a.db"], Options(input: "index", database: "a.db")),
    (["--database=a=b"], Options(database: "a=b")),
    (["--store", "postgresql://db/people"], Options(server: "postgresql://db/people")),
    (["--store=host=x", "a"], Options(input: "a", server: "host=x")),
    (["--", "--keep"], Options(input: "--keep")),
  ])
  func understands(arguments: [String], options: Options) throws {
    #expect(try Options.parse(arguments) == .run(options))
  }

  @Test func showsHelpAndVersion() throws {
    #expect(try Options.parse(["x", "--help"]) == .showHelp)
    #expect(try Options.parse(["-h"]) == .showHelp)
    #expect(try Options.parse(["--version"]) == .showVersion)
    #expect(Options.help.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: [
    (["--kepp"], "unknown option '--kepp'"), (["-x"], "unknown option '-x'"),
    (["a", "b"], "'b' is one too many"), (["--database"], "needs a path"),
    (["--database="], "needs a path"),
    (["--store"], "needs a connection string"), (["--store=x", "--database=y"], "one of them"),
    (["--databases=x"], "unknown option"), ([""], "empty"),
    (["--database", ":memory:"], "the path of a file"),
  ])
  func refuses(arguments: [String], because reason: String) {
    let error = #expect(throws: UsageError.self) { try Options.parse(arguments) }
    #expect(error?.description.contains(reason) == true)
  }

  @Test func findsTheIndexThatComesWithThePackage() throws {
    #expect(FileManager.default.fileExists(atPath: try Options().inputPath()))
    #expect(try Options(input: "other").inputPath() == "other")
  }
}
