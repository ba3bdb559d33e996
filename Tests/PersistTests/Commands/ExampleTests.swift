import Foundation
import Testing

@testable import PersistentObjectsCommandLine
@testable import persist

/// The examples of the help texts, run as they are typed.
@Suite struct ExampleTests {
  @Test(arguments: (Program.persist.verbs + [Program.persist.declaration]).flatMap(\.examples))
  func runAsTheyArePrinted(example: Example) throws {
    let folder = try ExampleFolder()
    defer { folder.remove() }
    let line = example.line
      .replacing("/etc/bash_completion.d/persist", with: "completions")
      .replacing("/usr/local/share/man/man1/persist.1", with: "manual")
    let result = try Executable.persist().run(line: line, in: folder.url)
    #expect(result.status == example.status.rawValue, "\(line): \(result.error)")
    #expect(result.error == "")
  }
}
