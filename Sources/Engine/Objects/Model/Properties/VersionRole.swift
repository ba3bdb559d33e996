/// The role of the property in which the engine counts how often an object was saved, as in
/// `@Column(.version)`.
///
/// ```swift
/// @Column(.version) var version: Int
/// // UPDATE person SET age = ?2, version = ?3 WHERE pk = ?1 AND coalesce(version, 0) = ?4
/// ```
public enum VersionRole: Sendable {
  /// The property is the version.
  case version
}
