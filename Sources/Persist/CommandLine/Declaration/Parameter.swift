/// Something that a command takes, with the type of what it becomes.
struct Parameter<Value: Sendable>: AnyParameter {
  private(set) var declaration: ParameterDeclaration
  /// Reads all texts given for it, none if it was left out.
  let read: @Sendable (_ texts: [String]) throws(UnreadableTexts) -> Value

  /// The same parameter, of which help, completions and the manual do not tell.
  var hidden: Parameter {
    var copy = self
    copy.declaration.isHidden = true
    return copy
  }

  func value(of texts: [String]) throws(UnreadableTexts) -> any Sendable { try read(texts) }
}

/// A parameter of any type.
protocol AnyParameter: Sendable {
  var declaration: ParameterDeclaration { get }

  /// Reads all texts given for it, none if it was left out.
  func value(of texts: [String]) throws(UnreadableTexts) -> any Sendable
}

/// The text that could not be read, and what it has to be.
struct UnreadableTexts: Error, Equatable {
  let text: String
  let reason: String
}

extension ValueType {
  /// Reads a text; the error has it, too.
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
