/// The contestant that the command line names.
enum ContestantName: String {
  case engine, raw

  init(option: String?) throws {
    guard let name = option.flatMap(Self.init(rawValue:)) else {
      throw UsageError(description: "--of takes engine or raw")
    }
    self = name
  }

  @MainActor
  func contestant(path: String) throws -> any Contestant {
    switch self {
    case .engine: try EngineContestant(path: path)
    case .raw: try RawContestant(path: path)
    }
  }

  func albums(path: String) throws -> any AlbumContestant {
    switch self {
    case .engine: try EngineAlbums(path: path)
    case .raw: try RawAlbums(path: path)
    }
  }
}
