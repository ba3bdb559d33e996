import Foundation
import PersistentObjectsAncestors
import PersistentObjectsGeneration
import PersistentObjectsInspection
import TestSupport
import Testing

/// Classes generated from an imported file compile and open it.
@Suite struct LegacyGeneratedTests {
  @Test(.timeLimit(.minutes(10)), arguments: LegacyFixtureTests.names)
  func openWhatWasImportedWithNothingPending(name: String) async throws {
    let old = try LegacyStore(Fixture.path(name))
    let new = try TemporaryFile()
    defer { new.remove() }
    let calendar = try LegacyFixtureTests.calendar(try Fixture.json(name))
    try old.write(try old.translation(calendar: calendar), to: new.path)
    let before = try InspectedFile(new.path).checksum()
    let model = try ModelSource(path: new.path).model()
    let program = try ClientProgram()
    defer { program.remove() }
    try GeneratedFolder(program.path, model: model, templates: TemplateSet()).generate()
    try program.write(ClientProgram.opening(model), to: "main.swift")
    let (status, output) = try await program.compile().finish()
    #expect(status == 0 && output.isEmpty, "\(output)")
    let run = try await program.run([new.path]).finish()
    #expect(run.status == 0 && run.output.isEmpty, "\(run.output)")
    #expect(try InspectedFile(new.path).checksum() == before)
  }
}
