/// The contestant that the command line names.
enum ContestantName: String, CaseIterable {
  case engine, raw
  /// The two contestants of ``ValueBenchmark``: values of several columns, and the same columns
  /// without them, as properties or written by hand.
  case structs, flat

  static var allNames: String { allCases.map(\.rawValue).joined(separator: ", ") }

  init(option: String?) throws {
    guard let name = option.flatMap(Self.init(rawValue:)) else {
      throw UsageError(description: "--of takes one of \(Self.allNames)")
    }
    self = name
  }

  @MainActor
  func contestant(path: String) throws -> any Contestant {
    switch self {
    case .engine: try EngineContestant(path: path)
    case .raw: try RawContestant(path: path)
    case .structs: try StructContestant(path: path)
    case .flat: try FlatContestant(path: path)
    }
  }

  func albums(path: String) throws -> any AlbumContestant {
    switch self {
    case .engine: try EngineAlbums(path: path)
    case .raw: try RawAlbums(path: path)
    case .structs: try EngineOrders(path: path)
    case .flat: try RawOrders(path: path)
    }
  }
}
