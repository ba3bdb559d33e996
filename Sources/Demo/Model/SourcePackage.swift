import PersistentObjects

/// The source that packages are built from.
@Persistent final class SourcePackage {
  var name: String

  static let indices: [Index<SourcePackage>] = [.unique(\.name)]
}
