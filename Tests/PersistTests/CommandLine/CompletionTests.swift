import Foundation
import Testing

@testable import PersistentObjectsCommandLine
@testable import persist

@Suite struct CompletionTests {
  private static let completions = Shell.allCases.map {
    ($0, $0.completions(of: .persist))
  }

  @Test(arguments: Shell.allCases) func writesTheScript(shell: Shell) throws {
    let stage = Stage()
    #expect(stage.run("--generate-completions", shell.rawValue) == .success)
    try Fixture("completions.\(shell)").expect(stage.output.text)
  }

  @Test(arguments: Shell.allCases.filter { Tool.isExpected($0.rawValue) })
  func satisfiesTheShell(shell: Shell) throws {
    try TemporaryFolder.run { folder in
      let script = try folder.file("completions", shell.completions(of: .persist))
      let result = try #require(Tool(shell.rawValue)).run(["-n", script])
      #expect(result.status == 0)
      #expect(result.text == "")
    }
  }

  @Test(
    .enabled(if: Tool.isExpected("bash")),
    arguments: [
      ("persist", "sh", "show"),
      ("persist", "ch", "check checksum"),
      ("persist --no-color", "in", "info"),
      ("persist", "--ver", "--version"),
      ("persist --generate-completions", "", "bash zsh fish"),
      ("persist --generate-completions", "z", "zsh"),
      ("persist show", "--l", "--limit"),
      ("persist show", "pe", "people.db pets"),
      ("persist show --limit 3", "pe", "people.db pets"),
      ("persist show --limit = 3", "pe", "people.db pets"),
      ("persist show people.db", "Pe", "Person Pet of people.db"),
      ("persist export --color people.db A B", "Pets", ""),
      ("persist export people.db Person", "", "Person Pet of people.db A$(touch x)"),
      ("persist show people.db Person", "P", ""),
      ("persist show --limit", "pe", ""),
      ("persist report people.db -o", "pe", "people.db pets"),
      ("persist report people.db --output =", "pe", "people.db pets"),
      ("persist generate model.json -o", "", "pets"),
      ("persist generate model.json --templates =", "p", "pets"),
      ("persist diff people.db", "w", "with blank.db"),
      ("persist diff people.db b.db", "pe", ""),
      ("persist help", "ch", "check checksum"),
      ("persist show -- --limit", "p", ""),
      ("persist show --", "p", "people.db pets"),
    ])
  func completesInBash(words: String, current: String, expected: String) throws {
    let line = words.split(separator: " ").map(String.init) + [current]
    let replies = try inFolder { folder, script in
      let test = """
        persist() { printf '%s\n' Person "Pet of $2" 'A$(touch x)'; }
        cd "$1" && source "$2" && shift 2 && COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _persist
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      let arguments = ["-c", test, "bash", folder.url.path, script] + line
      return try #require(Tool("bash")).run(arguments).text
    }
    #expect(replies.split(separator: "\n").joined(separator: " ") == expected)
  }

  @Test(
    .enabled(if: Tool.isExpected("fish")),
    arguments: [
      ("persist sh", "show"),
      ("persist ch", "check checksum"),
      ("persist show people.db --li", "--limit"),
      ("persist --generate-completions z", "zsh"),
      ("persist show pe", "people.db pets/"),
      ("persist report -o pe", "people.db pets/"),
      ("persist generate a --templates pe", "pets/"),
      ("persist help ch", "check checksum"),
      ("persist show people.db Pers", "Person"),
      ("persist show --limit=3 people.db Pers", "Person"),
    ])
  func completesInFish(line: String, expected: String) throws {
    let replies = try inFolder(shell: .fish) { folder, script in
      let stub = "function persist; printf '%s\\n' Person Pet; end"
      let test = "\(stub); cd \(folder.url.path); source \(script); complete -C '\(line)'"
      return try #require(Tool("fish")).run(["--no-config", "-c", test]).text
    }
    let words = replies.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    #expect(words.joined(separator: " ") == expected)
  }

  /// A folder with two databases, a file and a folder, and a script beside it.
  private func inFolder(
    shell: Shell = .bash, _ body: (_ folder: TemporaryFolder, _ script: String) throws -> String
  ) throws -> String {
    try TemporaryFolder.run { scripts in
      let script = try scripts.file("completions", shell.completions(of: .persist))
      return try TemporaryFolder.run { folder in
        for name in ["people.db", "with blank.db", "model.json"] { _ = try folder.file(name) }
        try FileManager.default.createDirectory(
          atPath: folder.path("pets"), withIntermediateDirectories: false)
        return try body(folder, script)
      }
    }
  }
}
