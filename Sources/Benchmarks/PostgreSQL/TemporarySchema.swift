import Foundation

/// A schema that no one else uses, and that is dropped together with its contents.
final class TemporarySchema {
  let name: String
  private let leftover: UUID

  init(of contestant: ContestantName) throws {
    let identifier = UUID().uuidString.lowercased().replacing("-", with: "")
    let name = "benchmark_\(contestant.rawValue)_\(identifier)"
    self.name = name
    leftover = try Leftovers.add(on: .server, removal: { try RawServer.dropSchema(name) }) {
      try RawServer.makeSchema(name)
    }
  }

  deinit { Leftovers.remove(leftover) }

  /// Makes the schema, without what was in it before.
  func makeEmpty() throws { try RawServer.makeSchema(name) }
}
