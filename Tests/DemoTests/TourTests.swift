import Foundation
import PersistentObjects
import Testing

@testable import demo

/// Runs the whole demo. Serialized, since each tour makes its store the default one.
@MainActor
@Suite(.serialized) struct TourTests {
  @Test func everyCheckHoldsForTheFixture() throws {
    let (text, tour) = try tour(of: fixturePath)
    #expect(tour.checks.failures.isEmpty)
    #expect(tour.checks.count > 55)
    #expect(text.hasSuffix("\(tour.checks.count) of \(tour.checks.count) checks held.\n"))
    #expect(!text.contains("\u{1B}"), "a file gets no colours")
  }

  @Test(arguments: [
    "Package: lonely\nVersion: 1\n", "Package: a\nVersion: 1\nDepends: a\nSection: x\n",
  ])
  func smallIndicesHaveLessToShow(index: String) throws {
    let file = try TemporaryFile(index)
    let (_, tour) = try tour(of: file.path)
    #expect(tour.checks.failures.isEmpty)
    withExtendedLifetime(file) {}
  }

  @Test func anEmptyIndexIsAnError() throws {
    let file = try TemporaryFile("\n")
    #expect(throws: ControlFileError.self) { try tour(of: file.path) }
  }

  private func tour(of index: String) throws -> (text: String, tour: Tour) {
    let file = try TemporaryFile()
    let descriptor = open(file.path, O_WRONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let database = try DemoDatabase(Options())
    defer { database.remove() }
    let output = Output(descriptor: descriptor)
    let tour = try Tour(database, output: output, style: .plain)
    try tour.show(ImportChapter(path: index))
    try tour.showChapters(onPackagesOf: index)
    return (file.text, tour)
  }
}
