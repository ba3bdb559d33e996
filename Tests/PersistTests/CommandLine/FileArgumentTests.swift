import Foundation
import Testing

@testable import PersistentObjectsCommandLine

@Suite struct FileArgumentTests {
  @Test func opensAFile() throws {
    try TemporaryFolder.run { folder in
      let file = FileArgument.path(try folder.file("lines", "one\n"))
      #expect(try file.openToRead().readToEnd() == Data("one\n".utf8))
    }
  }

  @Test func opensTheStandardInput() throws {
    #expect(try FileArgument.standardStream.openToRead().name == "the standard input")
  }

  @Test func namesTheFileThatCannotBeRead() {
    #expect(throws: FileError("/nowhere/lines cannot be read", number: ENOENT)) {
      try FileArgument.path("/nowhere/lines").openToRead()
    }
  }

  @Test func namesAFolderThatIsReadLikeAFile() throws {
    try TemporaryFolder.run { folder in
      let path = folder.url.path
      #expect(throws: FileError("\(path) cannot be read", number: EISDIR)) {
        try FileArgument.path(path).openToRead().readToEnd()
      }
    }
  }
}
