import Foundation
import Testing

@testable import demo

@Suite struct ControlFileReaderTests {
  @Test func keepsNamesOrderAndLines() throws {
    let index = """
      # a comment

      Package: a
      VERSION:1.0\t
      Tag: x::y,
       z::w
      # a comment inside
      \tlast
      Empty:

      \u{20}\t
      package: b
      Version: 2:1-1
      Maintainer: Jörg <j@example.org>

      """
    let stanzas = try read(index)
    #expect(stanzas.map(\.line) == [3, 12])
    #expect(stanzas[0].names == ["Package", "VERSION", "Tag", "Empty"])
    #expect(stanzas[0]["version"] == "1.0")
    #expect(stanzas[0]["tag"] == "x::y,\nz::w\nlast")
    #expect(stanzas[0]["Empty"] == "")
    #expect(stanzas[0]["Depends"] == nil)
    #expect(stanzas[1]["MAINTAINER"] == "Jörg <j@example.org>")
    #expect(stanzas[1].failure(in: "version", MalformedText("bad")).line == 13)
  }

  @Test(arguments: [
    ("Package: a\nVersion 1\n", 2, "no colon"),
    ("\n continued\n", 2, "continuation line comes before any field"),
    ("Package: a\n: 1\n", 2, "no name"),
    ("Package: a\nMy Version: 1\n", 2, "cannot be the name"),
    ("Package: a\nVersion: 1\nJ\u{F6}rg: 1\n", 3, "cannot be the name"),
    ("Package: a\nVersion: 1\nPACKAGE: b\n", 3, "already there, in line 1"),
    ("Package: a\nVersion: 1\n\nVersion: 1\n\nPackage: c\nVersion: 1\n", 4, "no field 'Package'"),
    ("# one\n\nPackage: a\nSize: 1\n\n", 3, "no field 'Version'"),
    ("Package: a\nVersion:  \n\n", 2, "Version: the field is empty"),
    ("Package: a\n", 1, "may have been cut off"),
    ("Package: a\nVersion: 1", 2, "cut off"),
    ("Package: a\nVersion: 1\nDepends: lib", 3, "cut off"),
  ])
  func namesTheWrongLine(index: String, line: Int, message: String) throws {
    let error = #expect(throws: ControlFileError.self) { try read(index) }
    #expect(error?.line == line)
    #expect(error?.message.contains(message) == true, "\(String(describing: error))")
  }

  @Test func refusesWhatIsNotUTF8() {
    let bytes = Array("Package: a\nVersion: 1\nTag: ok,\n ".utf8) + [0xC3, 0x28, 0x0A]
    let error = #expect(throws: ControlFileError.self) { try read(bytes) }
    #expect(error?.line == 4)
    #expect(error?.message.contains("UTF-8") == true)
  }

  @Test func saysThatAFileIsCompressed() {
    let error = #expect(throws: ControlFileError.self) { try read([0x1F, 0x8B, 8, 0, 0, 10, 1]) }
    #expect(error?.message.contains("zcat") == true)
  }

  @Test func saysThatAFileIsMissing() {
    let error = #expect(throws: ControlFileError.self) { _ = try ControlFileReader(path: "/no") }
    #expect(error?.description == "/no: cannot be opened: No such file or directory")
  }

  /// Lines of every length around that of a chunk cross the chunks' borders at every place.
  @Test func readsLinesLongerThanAChunk() throws {
    let lengths = [1, 65_500, 65_536, 70_000, 131_072, 300_000, 7]
    let index = lengths.map {
      "Package: p\($0)\nVersion: 1\nX: \(String(repeating: "x", count: $0))\n\n"
    }
    let stanzas = try read(index.joined())
    #expect(stanzas.map { $0["X"]?.count } == lengths)
    #expect(stanzas.map(\.line) == lengths.indices.map { $0 * 4 + 1 })
  }

  @Test func emptyFilesHaveNoStanza() throws {
    #expect(try read("").isEmpty)
    #expect(try read("\n\n# nothing\n").isEmpty)
  }

  @Test func countsTheFixtureAsGrepDoes() throws {
    var reader = try ControlFileReader(path: fixturePath)
    var counts = IndexCounts()
    while let stanza = try reader.next() { counts.add(stanza) }
    let numbers: [Int] = [counts.packages, counts.dependencies, counts.tags]
    #expect(numbers == [539, 2046, 1003])
    #expect(reader.bytesRead == reader.size)
  }
}

extension Stanza {
  /// The names of the fields as the file writes them, in the order of the file.
  fileprivate var names: [String] { fields.map { String(decoding: bytes[$0.name], as: UTF8.self) } }
}

/// The stanzas of an index given as text.
private func read(_ index: String) throws -> [Stanza] {
  try read(Array(index.utf8))
}

private func read(_ bytes: [UInt8]) throws -> [Stanza] {
  let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try Data(bytes).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  var reader = try ControlFileReader(path: file.path)
  var stanzas: [Stanza] = []
  while let stanza = try reader.next() { stanzas.append(stanza) }
  return stanzas
}

/// The index that comes with the package.
let fixturePath = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .appendingPathComponent("../../Fixtures/Data/debian-packages.control").standardized.path
