import PersistentObjectsCodec

/// The laws of a codec's own properties.
extension Subject {
  func breachOfIdentity() -> Breach? {
    let identifier = codec.identifier
    let fault: String? =
      if identifier.name.isEmpty {
        "the name is empty"
      } else if identifier.version < 1 {
        "the version is \(identifier.version)"
      } else if identifier.version > Int32.max {
        "the version is \(identifier.version), and the last one is \(Int32.max)"
      } else if codec.identifier != identifier {
        "it was \(identifier), then \(codec.identifier)"
      } else if !codec.canRead(version: identifier.version) {
        "canRead(version: \(identifier.version)) is false"
      } else if codec.storage != codec.storage || codec.meaning != codec.meaning
        || codec.isSearchable != codec.isSearchable
      {
        "storage, meaning or isSearchable changes"
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
