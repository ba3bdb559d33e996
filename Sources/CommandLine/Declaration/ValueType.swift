/// A type of values, with its parser.
package struct ValueType<Value: Sendable>: Sendable {
  let kind: ValueKind
  /// Reads a text, or throws a description of what a value must be.
  let read: @Sendable (_ text: String) throws(UnreadableValue) -> Value

  package init(
    kind: ValueKind, read: @escaping @Sendable (_ text: String) throws(UnreadableValue) -> Value
  ) {
    self.kind = kind
    self.read = read
  }
}

/// The reason why a text is not a value: a phrase that follows the parameter's name, as in "must be
/// a whole number".
package struct UnreadableValue: Error, Equatable {
  let reason: String

  package init(reason: String) {
    self.reason = reason
  }
}

extension ValueType where Value == String {
  /// Any text, even an empty one.
  package static var text: ValueType { ValueType(kind: .text) { text in text } }

  /// The name of a class.
  package static var className: ValueType {
    ValueType(kind: .className) { text throws(UnreadableValue) in try text.unlessEmpty() }
  }

  /// The path of a folder.
  package static var folder: ValueType {
    ValueType(kind: .folder) { text throws(UnreadableValue) in try text.unlessEmpty() }
  }
}

extension ValueType where Value == Int {
  /// Returns a whole number in a range.
  package static func number(from least: Int = .min, to greatest: Int = .max) -> ValueType {
    let kind = ValueKind.number(least...greatest)
    let limits = kind.limits.map { (greatest == .max ? " of " : " ") + $0 } ?? ""
    return ValueType(kind: kind) { text throws(UnreadableValue) in
      guard let number = Int(text), number >= least, number <= greatest else {
        throw UnreadableValue(reason: "must be a whole number\(limits)")
      }
      return number
    }
  }
}

extension ValueType where Value == FileArgument {
  /// A file, or a standard stream if the text is `-`.
  package static var fileOrStandardStream: ValueType {
    ValueType(kind: .file) { text throws(UnreadableValue) in
      text == "-" ? .standardStream : .path(try text.unlessEmpty())
    }
  }
}

extension ValueType where Value == FilePath {
  /// A file that must have a name.
  package static var file: ValueType {
    ValueType(kind: .file) { text throws(UnreadableValue) in
      guard text != "-" else {
        throw UnreadableValue(
          reason: "must be a file, not a standard stream (a file of this name is written ./-)")
      }
      return FilePath(path: try text.unlessEmpty())
    }
  }
}

extension ValueType where Value: CaseIterable & RawRepresentable<String> {
  /// One of the words that an enumeration lists.
  static var choice: ValueType {
    let words = Value.allCases.map(\.rawValue)
    return ValueType(kind: .choice(words)) { text throws(UnreadableValue) in
      guard let value = Value(rawValue: text) else {
        let suggestion = Suggestion(for: text, among: words)
        throw UnreadableValue(reason: "must be \(words.alternatives)\(suggestion.asQuestion)")
      }
      return value
    }
  }
}

extension String {
  fileprivate func unlessEmpty() throws(UnreadableValue) -> String {
    guard !isEmpty else { throw UnreadableValue(reason: "must not be empty") }
    return self
  }
}
