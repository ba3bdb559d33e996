import PersistentObjectsDriver
import PersistentObjectsInspection

/// Converts a cell of a column to a value, according to the column's kind.
struct LegacyCellConversion {
  let kind: LegacyKind
  let affinity: LegacyColumnAffinity
  let dates: LegacyDateConversion
  let references: LegacyReferenceCheck

  func value(_ cell: LegacyCell) throws -> LegacyConvertedValue {
    switch cell {
    case .null: return LegacyConvertedValue(.null)
    case .integer(let value): return integer(value)
    case .real(let value): return real(value)
    case .text(let text): return try self.text(text)
    case .damagedText(let bytes):
      return LegacyConvertedValue(.damagedText(bytes), .damagedText, "a text is not valid UTF-8")
    case .blob(let bytes): return blob(bytes)
    }
  }

  private func integer(_ value: Int64) -> LegacyConvertedValue {
    if kind == .boolean, value == 0 || value == 1 {
      return LegacyConvertedValue(.boolean(value == 1))
    }
    return LegacyConvertedValue(.integer(value))
  }
}

// MARK: - Floating-point numbers

extension LegacyCellConversion {
  private func real(_ value: Double) -> LegacyConvertedValue {
    if kind == .date, value.isFinite {
      return LegacyConvertedValue(.date(LegacyDate(secondsSince1970: value)))
    }
    if affinity == .integer, let unsigned = UInt64(nearestTo: value) {
      return LegacyConvertedValue(
        .unsigned(unsigned), .unsignedAsReal,
        "the file has 16 digits of a number beyond 9223372036854775807; the nearest is used")
    }
    if value.isInfinite {
      return LegacyConvertedValue(
        .real(of: value), .infinity,
        "the original also stored the greatest numbers as infinity")
    }
    if mayHaveLostDigits(value) {
      return LegacyConvertedValue(
        .real(value), .inexactNumber,
        "a whole number beyond 2^53 that was an NSNumber has lost its last digits")
    }
    return LegacyConvertedValue(.real(of: value))
  }

  /// Returns whether the number may have been a 64-bit integer. In a column that may be of
  /// `double`, only numbers with all digits of a `Double` count.
  private func mayHaveLostDigits(_ value: Double) -> Bool {
    guard (0x1p53...0x1p64).contains(value.magnitude) else { return false }
    return kind == .number || (kind == .real && LegacyDigits.count(of: value) >= 16)
  }
}

// MARK: - Texts

extension LegacyCellConversion {
  private func text(_ text: String) throws -> LegacyConvertedValue {
    switch kind {
    case .boolean where text == "1" || text == "0":
      return LegacyConvertedValue(.boolean(text == "1"))
    case .character, .integer:
      if let number = Int64(text), String(number) == text {
        return LegacyConvertedValue(.integer(number))
      }
    case .date: return dates.date(text)
    case .reference: return try reference(text)
    default: break
    }
    return plain(text)
  }

  private func plain(_ text: String) -> LegacyConvertedValue {
    guard affinity == .real else { return LegacyConvertedValue(.text(text)) }
    if let value = LegacyNotFinite(text: text) { return LegacyConvertedValue(.notFinite(value)) }
    return dates.date(text)
  }

  private func reference(_ text: String) throws -> LegacyConvertedValue {
    guard let parsed = LegacyReferenceText(text),
      let table = references.table(ofClass: parsed.className)
    else {
      return LegacyConvertedValue(.text(text), .looksLikeReference, "a text is not a reference")
    }
    let reference = LegacyReference(table: table, key: parsed.key)
    if try references.exists(reference) { return LegacyConvertedValue(.reference(reference)) }
    return LegacyConvertedValue(
      .reference(reference.dangling), .danglingReference, "the object \(text) is not in the file")
  }
}

// MARK: - Bytes

extension LegacyCellConversion {
  private func blob(_ bytes: [UInt8]) -> LegacyConvertedValue {
    if kind == .data || affinity == .text { return LegacyConvertedValue(.data(bytes)) }
    if LegacyArchive.begins(bytes) { return Self.archive(bytes) }
    if bytes.isImage { return LegacyConvertedValue(.image(bytes)) }
    return LegacyConvertedValue(
      .data(bytes), .unknownBytes, "the bytes are neither an archive nor a PNG file; kept as data")
  }

  /// Returns an archive, with a doubt unless it can be read.
  static func archive(_ bytes: [UInt8]) -> LegacyConvertedValue {
    let archive = LegacyArchive(bytes)
    if let damage = archive.damage {
      return LegacyConvertedValue(
        .archive(archive), .damagedArchive, "\(damage) It is kept as it is.")
    }
    do {
      _ = try archive.value()
      return LegacyConvertedValue(.archive(archive))
    } catch {
      return LegacyConvertedValue(
        .archive(archive), .unknownClass,
        "\(error.message) It stays an archive, for a program that has \(archive.className ?? "the class")."
      )
    }
  }
}
