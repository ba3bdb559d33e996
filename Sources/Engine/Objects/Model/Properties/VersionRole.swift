/// The role of the property in which the engine counts how often an object was saved, as in
/// `@Column(.version)`.
public enum VersionRole: Sendable {
  /// The property is the version.
  case version
}
