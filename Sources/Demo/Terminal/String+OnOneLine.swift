extension String {
  /// The text on one line: control characters, which would break a table, are shown as escapes.
  var onOneLine: String {
    guard unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      return self
    }
    return unicodeScalars.reduce(into: "") { line, scalar in
      let isControl = scalar.properties.generalCategory == .control
      line += isControl ? scalar.escaped(asASCII: true) : String(scalar)
    }
  }
}
