extension DatabaseCharacter {
  /// Returns a name as the database stores it. A name that is too long, or that of a system column,
  /// is truncated as far as necessary and ends in a hash of the whole name.
  ///
  /// ``Dialect/quoted(_:)`` writes names in this way, so the engine can use whole names everywhere
  /// else, including in its records.
  public func shortened(_ name: String) -> String {
    let longestName = longestName ?? .max
    guard name.utf8.count > longestName || systemColumns.contains(name) else { return name }
    let hash = "_" + Self.hash(of: name)
    var start = ""
    for character in name.unicodeScalars {
      if start.utf8.count + String(character).utf8.count + hash.utf8.count > longestName { break }
      start.unicodeScalars.append(character)
    }
    return start + hash
  }

  /// Returns the reason why a table or column cannot have a name; nil if it can. The macro checks
  /// names in attributes for what no database allows.
  package func refusal(of name: String, isTable: Bool) -> String? {
    if name.isEmpty || name.contains("\0") { return "need at least one character, and no NUL" }
    let prefixes = reservedPrefixes + ["_persistent"] + (isTable ? reservedTablePrefixes : [])
    let prefix = prefixes.first(where: name.lowercased().hasPrefix)
    return prefix.map { "that begin with '\($0)' are reserved" }
  }

  /// Returns the lower 40 bits of the checksum, in hexadecimal digits.
  private static func hash(of name: String) -> String {
    let digits = String(Checksum(name.utf8).value & 0xff_ffff_ffff, radix: 16)
    return String(repeating: "0", count: 10 - digits.count) + digits
  }
}
