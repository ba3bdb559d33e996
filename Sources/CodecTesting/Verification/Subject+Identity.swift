import PersistentObjectsEngine

/// The laws of a codec's own properties.
extension Subject {
  func breachOfIdentity() -> Breach? {
    let identifier = codec.identifier
    let fault: String? =
      if identifier.name.isEmpty {
        "the name is empty"
      } else if identifier.version < 1 {
        "the version is \(identifier.version)"
      } else if codec.identifier != identifier {
        "it was \(identifier), then \(codec.identifier)"
      } else if !codec.canRead(version: identifier.version) {
        "canRead(version: \(identifier.version)) is false"
      } else if codec.storage != codec.storage || codec.isSearchable != codec.isSearchable {
        "storage or isSearchable changes"
      } else {
        nil
      }
    return fault.map {
      Breach(
        .identity,
        "A codec must have a lasting name and a version from 1 on that it can read, but"
          + " \($0).")
    }
  }
}
