// The recorded text that says what an index covers:
//
//     signature = ["UNIQUE "] "(" column {", " column} ")" [" WHERE " condition]
//     column    = (name | "(" expression ")") [" DESC"]

package import PersistentObjectsDriver

extension IndexDefinition {
  /// The recorded text that says what the index covers.
  package var signature: String { recordedText ?? text }

  /// The same in the dialect of the index. Earlier versions recorded it.
  package var text: String {
    (isUnique ? "UNIQUE " : "") + "(\(columns.map(\.signature).joined(separator: ", ")))"
      + (condition.map { " WHERE \($0)" } ?? "")
  }

  /// Creates the index that a ``signature`` describes; nil if the text is not one.
  package init?(name: String, signature: String) {
    let isUnique = signature.hasPrefix("UNIQUE ")
    let list = signature.dropFirst(isUnique ? 7 : 0)
    guard list.first == "(", let (columns, rest) = Self.columns(at: list.dropFirst()) else {
      return nil
    }
    let condition = rest.trimmingPrefix(" WHERE ")
    self.init(
      name: name, columns: columns.map(IndexedColumn.init(signature:)), isUnique: isUnique,
      condition: condition.isEmpty ? nil : String(condition))
  }

  /// Returns the columns up to the closing parenthesis, and the text after it; nil if the
  /// parenthesis is missing.
  private static func columns(at text: Substring) -> (columns: [String], rest: Substring)? {
    var columns: [String] = []
    var (start, depth, quote) = (text.startIndex, 0, nil as Character?)
    for (index, character) in zip(text.indices, text) {
      if let open = quote {
        if character == open { quote = nil }
        continue
      }
      switch character {
      case "'", "\"": if depth > 0 { quote = character }
      case "(": depth += 1
      case ")" where depth > 0: depth -= 1
      case ",", ")":
        if depth > 0 { continue }
        columns.append(String(text[start..<index].drop { $0 == " " }))
        start = text.index(after: index)
        if character == ")" { return (columns, text[start...]) }
      default: break
      }
    }
    return nil
  }
}

extension IndexedColumn {
  /// The part of a recorded text that stands for the column.
  package var signature: String {
    (isExpression ? "(\(name))" : name) + (isDescending ? " DESC" : "")
  }

  /// The expression without the order of its values.
  fileprivate var expression: String {
    var text = name
    for end in [" NULLS FIRST", " NULLS LAST", " DESC"] where text.hasSuffix(end) {
      text.removeLast(end.count)
    }
    return text
  }

  fileprivate init(signature: String) {
    let isDescending = signature.hasSuffix(" DESC")
    let member = isDescending ? String(signature.dropLast(5)) : signature
    if member.hasPrefix("("), member.hasSuffix(")") {
      self.init(
        expression: String(member.dropFirst().dropLast()), isDescending: isDescending)
    } else {
      self.init(member, isDescending: isDescending)
    }
  }
}

extension ExistingIndex {
  /// Returns the index as it was declared; nil if it is not recorded, or recorded as another one.
  package func definition(recordedAs signature: String?) -> IndexDefinition? {
    signature.flatMap { onColumns(recordedAs: $0) ?? onExpressions(recordedAs: $0) }
  }

  /// Returns an index that is recorded in another dialect with the expressions and the condition of
  /// the statement that creates it; nil if that is not understood.
  func spoken(_ recorded: IndexDefinition) -> IndexDefinition? {
    if !recorded.isComputed { return recorded }
    guard let list = sql.firstRange(of: " USING btree ") ?? sql.firstRange(of: " ON \(table) "),
      let spoken = IndexDefinition(name: name, signature: String(sql[list.upperBound...])),
      spoken.columns.count == recorded.columns.count
    else { return nil }
    let columns = zip(recorded.columns, spoken.columns).map { recorded, spoken in
      recorded.isExpression
        ? IndexedColumn(expression: spoken.expression, isDescending: recorded.isDescending)
        : recorded
    }
    var definition = IndexDefinition(
      name: name, columns: columns, isUnique: isUnique, condition: spoken.condition)
    definition.recordedText = recorded.signature
    return definition
  }

  /// Returns an index on columns alone, whatever their names contain.
  private func onColumns(recordedAs signature: String) -> IndexDefinition? {
    let columns = columns.compactMap(\.self)
    guard columns.count == self.columns.count else { return nil }
    let whole = IndexDefinition(name: name, columns: columns, isUnique: isUnique)
    let start = whole.signature + " WHERE "
    if signature == whole.signature { return isPartial ? nil : whole }
    guard isPartial, signature.hasPrefix(start) else { return nil }
    return IndexDefinition(
      name: name, columns: columns, isUnique: isUnique,
      condition: String(signature.dropFirst(start.count)))
  }

  /// Returns an index on expressions, of which only the record has the text.
  private func onExpressions(recordedAs signature: String) -> IndexDefinition? {
    guard let recorded = IndexDefinition(name: name, signature: signature),
      recorded.isUnique == isUnique, (recorded.condition != nil) == isPartial,
      recorded.columns.count == columns.count,
      zip(recorded.columns, columns).allSatisfy({ $0.isExpression || $0 == $1 })
    else { return nil }
    return recorded
  }
}
