import Foundation
import PersistentObjects
import TestSupport
import Testing

@testable import PersistentObjectsCommandLine
@testable import persist

/// `persist copy` between files; the tests of the PostgreSQL driver copy to servers.
@Suite struct CopyTests {
  private static func people(_ session: Session) throws {
    let joe = Person.joe()
    joe.nickNames = ["Joey", "Smithy"]
    joe.friends = [Person.ann(), joe]
    try session.save(joe)
  }

  @Test func theCopyHasTheSameChecksum() throws {
    try ClosedFile.with(Self.people) { file in
      try TemporaryFolder.run { folder in
        let copy = folder.path("copy.sqlite3")
        let copied = Stage.printed("copy", file.path, copy)
        #expect(copied.status == .success, "\(copied.error)")
        #expect(copied.output == "Copied\ntables\t7\nrows\t6\n")
        let checksums = [file.path, copy].map { Stage.printed("checksum", $0).output }
        #expect(checksums[0] == checksums[1])
        #expect(Stage.printed("diff", file.path, copy, "--data").status == .success)
        let again = Stage.printed("copy", file.path, copy)
        #expect(again.status == .couldNotLook && again.error.contains("is not replaced"))
      }
    }
  }

  @Test func aCopyThatFailsLeavesNoFile() throws {
    try TemporaryFolder.run { folder in
      let foreign = try folder.file("foreign.sqlite3", "no database")
      let result = Stage.printed("copy", foreign, folder.path("copy.sqlite3"))
      #expect(result.status == .couldNotLook)
      let names = try folder.names
      #expect(names == ["foreign.sqlite3"])
    }
    try ClosedFile.with(Self.people) { file in
      try TemporaryFolder.run { folder in
        let stage = Stage()
        _ = stage.interruption.request(.interrupted)
        #expect(stage.run("copy", file.path, folder.path("copy.sqlite3")) == .interrupted)
        let names = try folder.names
        #expect(names == [])
      }
    }
  }

  @Test func aCopyLeavesNoFileIfTheProcessHasToEndMeanwhile() throws {
    try TemporaryFolder.run { folder in
      let interruption = Interruption()
      #expect(throws: FileError.self) {
        try FilePath(path: folder.path("copy.sqlite3")).filling(under: interruption) { store in
          try store.blocking.execute("CREATE TABLE a (b)")
          var names = try folder.names
          #expect(!names.isEmpty && !names.contains("copy.sqlite3"))
          interruption.cleanUp()
          names = try folder.names
          #expect(names == [])
        }
      }
      let names = try folder.names
      #expect(names == [])
    }
  }

  /// Two copies may be made at once, and another program may make a file meanwhile.
  @Test(arguments: [nil, ExitStatus.interrupted])
  func aCopyLeavesAloneWhatAnotherProgramHasMadeMeanwhile(_ request: ExitStatus?) throws {
    try TemporaryFolder.run { folder in
      let (path, interruption) = (folder.path("copy.sqlite3"), Interruption())
      let error = failure {
        try FilePath(path: path).filling(under: interruption) { store in
          try store.blocking.execute("CREATE TABLE a (b)")
          _ = try folder.file("copy.sqlite3", "another's")
          if let request { interruption.request(request) }
          try interruption.check()
        }
      }
      #expect(error?.code == (request == nil ? .cannotOpen : nil))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "another's")
      let names = try folder.names
      #expect(names == ["copy.sqlite3"])
    }
  }

  @Test func anEmptyFileIsReplaced() throws {
    try ClosedFile.with(Self.people) { file in
      try TemporaryFolder.run { folder in
        let copy = try folder.file("copy.sqlite3")
        #expect(Stage.printed("copy", file.path, copy).status == .success)
        #expect(Stage.printed("checksum", copy).status == .success)
        let names = try folder.names
        #expect(names == ["copy.sqlite3"])
      }
    }
  }

  @Test(arguments: [0o640, 0o604]) func aReplacedFileKeepsItsPermissions(_ mode: Int) throws {
    try ClosedFile.with(Self.people) { file in
      try TemporaryFolder.run { folder in
        let copy = try folder.file("copy.sqlite3")
        let manager = FileManager.default
        try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: copy)
        #expect(Stage.printed("copy", file.path, copy).status == .success)
        let attributes = try manager.attributesOfItem(atPath: copy)
        #expect(attributes[.posixPermissions] as? Int == mode)
      }
    }
  }

  @Test func anErrorNamesThePathThatWasGiven() throws {
    try TemporaryFolder.run { folder in
      let path = folder.path("copy.sqlite3")
      let error = failure {
        try NewStoreFile(path: path).make(under: Interruption()) { partial throws -> Void in
          throw PersistenceError(.cannotOpen, "\(partial) is full")
        }
      }
      #expect(error?.message == "\(path) is full")
    }
  }

  @Test func aStoreThatLacksARecordedTableIsNotCopied() throws {
    try ClosedFile.with(Self.people) { file in
      let store = try Store(path: file.path)
      try store.blocking.execute("DROP TABLE person_scores")
      store.close()
      try TemporaryFolder.run { folder in
        let copied = Stage.printed("copy", file.path, folder.path("copy.sqlite3"))
        #expect(copied.status == .couldNotLook && copied.output.isEmpty)
        #expect(copied.error.contains("recorded but missing"), "\(copied)")
        #expect(copied.error.contains("[table person_scores]"), "\(copied)")
        let names = try folder.names
        #expect(names == [])
      }
    }
  }

  @Test func whatOnlyFilesCanTakesNoURI() throws {
    for words in [
      ["load", "postgresql://db/people", "--resume"],
      ["import", "postgres://db/people", "new.sqlite3"],
    ] {
      let stage = Stage()
      #expect(Program.persist.run(words, in: stage.surroundings) == .wrongUse)
      #expect(stage.error.text.contains("'copy' copies a store to a server"))
    }
  }

  /// The error comes before a server is looked for.
  @Test func anEmptySchemaIsRefused() throws {
    for words in [
      ["info", "postgresql:///x?schema="], ["copy", "postgresql:///x?schema=", "new"],
    ] {
      let stage = Stage()
      #expect(Program.persist.run(words, in: stage.surroundings) == .couldNotLook)
      #expect(stage.error.text.contains("The name of the schema is empty"), "\(stage.error.text)")
    }
  }
}
