import Foundation
import Testing

@testable import PersistentObjectsCommandLine

@Suite struct SinkTests {
  private struct Broken: Error {}

  @Test func writesAFileWhenItIsComplete() throws {
    try TemporaryFolder.run { folder in
      let path = try folder.file("report.html", "old")
      chmod(path, 0o640)
      try Stage().output().file(.path(path)) { sink in
        try sink.write("new")
        try sink.flush()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
      }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
      #expect(try folder.names == ["report.html"])
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640)
    }
  }

  @Test func leavesTheOldFileAfterAnError() throws {
    try TemporaryFolder.run { folder in
      let path = try folder.file("report.html", "old")
      #expect(throws: Broken.self) {
        try Stage().output().file(.path(path)) { sink in
          try sink.write("new")
          throw Broken()
        }
      }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
      #expect(try folder.names == ["report.html"])
    }
  }

  @Test func removesTheHalfWrittenFileWhenTheProcessEnds() throws {
    try TemporaryFolder.run { folder in
      let stage = Stage()
      var counts: [Int] = []
      #expect(throws: FileError.self) {
        try stage.output().file(.path(folder.path("a"))) { _ in
          counts.append(try folder.names.count)
          stage.interruption.cleanUp()
          counts.append(try folder.names.count)
        }
      }
      #expect(counts == [1, 0])
    }
  }

  @Test func keepsSymbolicLinks() throws {
    try TemporaryFolder.run { folder in
      let path = try folder.file("real", "old")
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("link"), withDestinationPath: path)
      try Stage().output().file(.path(folder.path("link"))) { sink in try sink.write("new") }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
      #expect(try folder.names == ["link", "real"])
    }
  }

  @Test func writesDevicesDirectly() throws {
    try Stage().output().file(.path("/dev/null")) { try $0.write("gone") }
    var status = stat()
    #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func namesTheFileThatCannotBeWritten() {
    #expect(
      throws: FileError("/nowhere/report.html cannot be written", number: ENOENT)
    ) { try Stage().output().file(.path("/nowhere/report.html")) { _ in } }
  }

  @Test func printsToTheStandardOutputForADash() throws {
    let stage = Stage()
    let text = try stage.printed { output in
      try output.file(.standardStream) { try $0.write("here") }
    }
    #expect(text == "here")
  }

  @Test func writesAllBytesInOrder() throws {
    try TemporaryFolder.run { folder in
      let path = folder.path("bytes")
      let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
      let sink = DescriptorSink(descriptor: descriptor, name: "bytes", capacity: 10)
      for number in 0..<1000 { try sink.write("\(number)\n") }
      try sink.flush()
      close(descriptor)
      let expected = (0..<1000).map { "\($0)\n" }.joined()
      #expect(try String(contentsOfFile: path, encoding: .utf8) == expected)
    }
  }

  @Test func tellsThatNobodyReads() throws {
    let former = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, former) }
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    let sink = DescriptorSink(descriptor: ends[1], name: "the standard output")
    try sink.write("x")
    #expect(throws: OutputClosed.self) { try sink.flush() }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func tellsThatTheDiskIsFull() throws {
    let descriptor = open("/dev/full", O_WRONLY)
    defer { close(descriptor) }
    let sink = DescriptorSink(descriptor: descriptor, name: "the standard output", capacity: 0)
    #expect(throws: FileError("the standard output cannot be written", number: ENOSPC)) {
      try sink.write("x")
    }
  }
}
