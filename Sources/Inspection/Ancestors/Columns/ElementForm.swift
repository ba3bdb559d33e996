import PersistentObjectsInspection

/// The form of a collection's element, derived from the name of its class and its stored value.
///
/// The original stored the class's own name, which is private and differs from platform to
/// platform: `NSCFString`, `__NSCFConstantString`, `GSCInlineString`, `NSTaggedPointerString`.
enum ElementForm {
  case string, number, boolean, date, data, archive, null, unknown

  init(className: String, cell: LegacyCell) {
    switch cell {
    case .null: self = className.has("Data") ? .data : .null
    case .blob(let bytes): self = Self.ofBytes(bytes, className: className)
    case .integer, .real: self = .number
    case .text, .damagedText: self = Self.ofText(className)
    }
  }

  private static func ofText(_ name: String) -> ElementForm {
    if ["Boolean", "BoolNumber"].contains(where: name.has) { return .boolean }
    if name.has("Number") { return .number }
    if name.has("Date") { return .date }
    // Apple's string class for paths.
    if name.has("String") || name == "NSPathStore2" { return .string }
    return .unknown
  }

  private static func ofBytes(_ bytes: [UInt8], className name: String) -> ElementForm {
    let isArchive = LegacyArchive.begins(bytes)
    if name.has("Data") && !(isArchive && LegacyArchive(bytes).key == name) { return .data }
    return isArchive ? .archive : .unknown
  }
}

extension String {
  /// Returns whether the string contains `part`, byte for byte. Foundation's `contains` is several
  /// times as slow, and this runs once for each element.
  fileprivate func has(_ part: String) -> Bool {
    var rest = utf8[...]
    let part = part.utf8
    while rest.count >= part.count {
      if rest.starts(with: part) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
