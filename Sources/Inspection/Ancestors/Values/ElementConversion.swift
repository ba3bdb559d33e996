import PersistentObjectsInspection

/// Converts a row of a child table to a value.
struct ElementConversion {
  let dates: LegacyDateConversion
  let references: LegacyReferenceCheck

  /// The columns of a row.
  struct Row {
    let foreignKey: LegacyCell
    let foreignTable: LegacyCell
    let data: LegacyCell
    let className: LegacyCell
  }

  func value(_ row: Row) throws -> LegacyConvertedValue {
    if !row.foreignKey.isNull {
      var value = try reference(row)
      if !row.data.isNull { value.doubts.append(Self.droppedData) }
      return value
    }
    let name = row.className.name ?? ""
    switch ElementForm(className: name, cell: row.data) {
    case .string: return text(row.data)
    case .number: return number(row.data)
    case .boolean: return boolean(row.data)
    case .date: return date(row.data)
    case .data: return data(row.data)
    case .archive: return archive(row.data)
    case .null:
      return LegacyConvertedValue(
        .null, .unknownElement, "an element of \(label(name)) has no value")
    case .unknown: return unknown(row.data, className: name)
    }
  }

  private static let droppedData = (
    kind: LegacyDoubt.Kind.droppedData,
    words: "the row of an element has both an object and data; the data is not imported"
  )

  private func label(_ className: String) -> String {
    className.isEmpty ? "no class" : "class \(className)"
  }

  private func reference(_ row: Row) throws -> LegacyConvertedValue {
    guard let key = row.foreignKey.key, let name = row.foreignTable.name else {
      return LegacyConvertedValue(
        .null, .danglingReference, "an element that was an object has no key or no table")
    }
    let reference = LegacyReference(table: references.table(named: name) ?? name, key: key)
    if try references.exists(reference) { return LegacyConvertedValue(.reference(reference)) }
    return LegacyConvertedValue(
      .reference(reference.dangling), .danglingReference,
      "the object \(reference) is not in the file")
  }

  /// Returns a value of an unknown class, such as one of another platform, according to its stored
  /// form.
  private func unknown(_ cell: LegacyCell, className name: String) -> LegacyConvertedValue {
    let words = "an element is of \(label(name)), which is unknown here; it is kept as it is stored"
    switch cell {
    case .blob(let bytes): return LegacyConvertedValue(.data(bytes), .unknownElement, words)
    case .text(let text): return LegacyConvertedValue(.text(text), .unknownElement, words)
    default: return text(cell)
    }
  }
}

// MARK: - Forms

extension ElementConversion {
  private func text(_ cell: LegacyCell) -> LegacyConvertedValue {
    switch cell {
    case .text(let text): return LegacyConvertedValue(.text(text))
    case .damagedText(let bytes):
      return LegacyConvertedValue(.damagedText(bytes), .damagedText, "a text is not valid UTF-8")
    default: return LegacyConvertedValue(.null, .unknownElement, "an element has no text")
    }
  }

  private func boolean(_ cell: LegacyCell) -> LegacyConvertedValue {
    switch cell {
    case .text("1"): LegacyConvertedValue(.boolean(true))
    case .text("0"): LegacyConvertedValue(.boolean(false))
    default: number(cell)
    }
  }

  /// Returns a number. Its text is exact, so it is kept.
  private func number(_ cell: LegacyCell) -> LegacyConvertedValue {
    switch cell {
    case .integer(let value): return LegacyConvertedValue(.number(String(value)))
    case .real(let value): return LegacyConvertedValue(.real(of: value))
    case .text(let text):
      if let value = LegacyNotFinite(text: text) { return LegacyConvertedValue(.notFinite(value)) }
      if LegacyDecimalText.isNumber(text) { return LegacyConvertedValue(.number(text)) }
      return LegacyConvertedValue(
        .text(text), .unknownElement, "the text of a number is not a number; it is kept as a text")
    default: return self.text(cell)
    }
  }

  private func date(_ cell: LegacyCell) -> LegacyConvertedValue {
    guard case .text(let text) = cell else { return self.text(cell) }
    // The first versions wrote seconds since 1970.
    if LegacyDecimalText.isNumber(text), let seconds = Double(text), seconds.isFinite {
      return LegacyConvertedValue(.date(LegacyDate(secondsSince1970: seconds)))
    }
    return dates.date(text)
  }

  private func data(_ cell: LegacyCell) -> LegacyConvertedValue {
    guard case .blob(let bytes) = cell else {
      return LegacyConvertedValue(
        .data([]), .nilOrEmptyData,
        "NULL stands for empty data, and for data that the first versions failed to write")
    }
    return LegacyConvertedValue(.data(bytes))
  }

  private func archive(_ cell: LegacyCell) -> LegacyConvertedValue {
    guard case .blob(let bytes) = cell else { return text(cell) }
    return LegacyCellConversion.archive(bytes)
  }
}
