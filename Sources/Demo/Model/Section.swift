import PersistentObjects

/// A section of the archive, such as `games`.
@Persistent final class Section {
  var name: String

  static let indices: [Index<Section>] = [.unique(\.name)]
}
