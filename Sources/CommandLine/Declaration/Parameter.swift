/// A parameter of a command, with the type of its value.
package struct Parameter<Value: Sendable>: AnyParameter {
  package private(set) var declaration: ParameterDeclaration
  /// Reads all texts given for the parameter; the array is empty if it was omitted.
  let read: @Sendable (_ texts: [String]) throws(UnreadableTexts) -> Value

  /// The same parameter, hidden from help, completions and the manual.
  var hidden: Parameter {
    var copy = self
    copy.declaration.isHidden = true
    return copy
  }

  package func value(of texts: [String]) throws(UnreadableTexts) -> any Sendable { try read(texts) }
}

/// A parameter of any type.
package protocol AnyParameter: Sendable {
  var declaration: ParameterDeclaration { get }

  /// Reads all texts given for the parameter; the array is empty if it was omitted.
  func value(of texts: [String]) throws(UnreadableTexts) -> any Sendable
}

/// An unreadable text, and what it must be.
package struct UnreadableTexts: Error, Equatable {
  let text: String
  let reason: String
}

extension ValueType {
  /// Reads a text; an error includes the text.
  func value(of text: String) throws(UnreadableTexts) -> Value {
    do {
      return try read(text)
    } catch {
      throw UnreadableTexts(text: text, reason: error.reason)
    }
  }

  /// Reads the last text, if there is one.
  func lastValue(of texts: [String]) throws(UnreadableTexts) -> Value? {
    guard let last = texts.last else { return nil }
    return try value(of: last)
  }

  /// Reads all texts.
  func values(of texts: [String]) throws(UnreadableTexts) -> [Value] {
    var values: [Value] = []
    for text in texts { values.append(try value(of: text)) }
    return values
  }
}
