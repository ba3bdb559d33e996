import Foundation
import PersistentObjects
import Testing

@testable import demo

/// Runs the whole demo. Serialized, since each tour makes its store the default one.
@MainActor
@Suite(.serialized) struct TourTests {
  @Test func everyCheckHoldsForTheFixture() throws {
    let (text, tour, records) = try tour(of: fixturePath)
    #expect(tour.checks.failures.isEmpty)
    #expect(tour.checks.count > 55)
    #expect(text.hasSuffix("\(tour.checks.count) of \(tour.checks.count) checks held.\n"))
    #expect(!text.contains("\u{1B}"), "a file gets no colors")
    #expect(!text.contains("at most 0 MB"))
    #expect(records == [fixturePath], "the chapters leave the record of the import as it was")
  }

  @Test(arguments: [
    "Package: lonely\nVersion: 1\n", "Package: a\nVersion: 1\nDepends: a\nSection: x\n",
    "Package: a\nVersion: 1\nTag: x::y, x::y\n",
    // Only a package after the first ten has a section.
    (1...11).map { "Package: p\($0)\nVersion: 1\n\($0 > 10 ? "Section: x\n" : "")\n" }.joined(),
  ])
  func smallIndicesHaveLessToShow(index: String) throws {
    let file = try TemporaryFile(index)
    let (_, tour, _) = try tour(of: file.path)
    #expect(tour.checks.failures.isEmpty)
    withExtendedLifetime(file) {}
  }

  @Test func anEmptyIndexIsAnError() throws {
    let file = try TemporaryFile("\n")
    #expect(throws: ControlFileError.self) { try tour(of: file.path) }
  }

  /// Returns what the tour printed, the tour, and the files of the records that are left in its
  /// database.
  private func tour(of index: String) throws -> (text: String, tour: Tour, records: [String]) {
    let file = try TemporaryFile()
    let descriptor = open(file.path, O_WRONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let database = try DemoDatabase(Options())
    return try database.use {
      let output = Output(descriptor: descriptor)
      let tour = try Tour(database, output: output, style: .plain)
      try tour.show(ImportChapter(ControlFileReader(path: index)))
      try tour.showChapters(onPackagesOf: index)
      return (file.text, tour, try ImportRecord.findAll().map(\.file))
    }
  }
}
