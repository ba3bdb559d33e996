import PersistentObjects

/// A section of the archive, such as `games`.
@Persistent final class Section {
  var name: String
  /// The other side of `Package.section`; it has no column.
  @Inverse(\Package.section) var packages: [Package] = []

  static let indices: [Index<Section>] = [.unique(\.name)]
}
