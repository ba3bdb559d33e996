/// An entry of an archive that is being decoded.
struct DecodedEntry {
  let uid: Int
  let value: ArchivedValue

  /// The entry of nil.
  static var null: DecodedEntry { DecodedEntry(uid: Int(KeyedArchiveWriter.null), value: .null) }
}

extension ArchivedValue {
  /// Whether the value is an array or a dictionary. Every object has its own entry for these.
  var isContainer: Bool {
    switch self {
    case .array, .dictionary: true
    default: false
    }
  }
}

/// The fields that a type asked for, and whether it found any of them.
///
/// A type whose fields are all optional would otherwise read any other type's archive with nil in
/// every field, and the next save would overwrite that archive.
struct AskedFields {
  private var hasAsked = false
  private var hasFound = false

  mutating func take(found: Bool) {
    hasAsked = true
    hasFound = hasFound || found
  }

  func check(_ type: Any.Type) throws(KeyedArchiveError) {
    if hasFound || !hasAsked { return }
    throw KeyedArchiveError(
      .unexpectedType,
      "the archive has none of the fields that \(type) asks for, so it was written for another type"
    )
  }
}
