// Rules for common cases. Each accepts a custom message.

public import PersistentObjectsCodec
import PersistentObjectsConnections

extension Rule {
  /// Requires a text or collection not to be empty.
  public static func notEmpty<Value: Collection & SendableMetatype>(
    _ keyPath: any KeyPath<Root, Value> & Sendable, _ message: String = "must not be empty"
  ) -> Rule { Rule(keyPath, message) { (value: Value) in !value.isEmpty } }

  /// Requires a text or collection not to be empty. It may be nil.
  public static func notEmpty<Value: Collection & SendableMetatype>(
    _ keyPath: any KeyPath<Root, Value?> & Sendable, _ message: String = "must not be empty"
  ) -> Rule { Rule(keyPath, message) { (value: Value) in !value.isEmpty } }

  /// Requires the number of a text's characters to be in a range. The text may be nil.
  public static func length<Text: _ColumnText>(
    _ keyPath: any KeyPath<Root, Text> & Sendable,
    _ range: some RangeExpression<Int> & Sendable, _ message: String? = nil
  ) -> Rule {
    text(keyPath, message ?? "must have \(shown(range)) characters") { range.contains($0.count) }
  }

  /// Requires the number of a collection's elements to be in a range.
  public static func count<Value: Collection & SendableMetatype>(
    _ keyPath: any KeyPath<Root, Value> & Sendable,
    _ range: some RangeExpression<Int> & Sendable, _ message: String? = nil
  ) -> Rule {
    Rule(keyPath, message ?? countMessage(range)) { (value: Value) in range.contains(value.count) }
  }

  /// Requires the number of a collection's elements to be in a range. The collection may be nil.
  public static func count<Value: Collection & SendableMetatype>(
    _ keyPath: any KeyPath<Root, Value?> & Sendable,
    _ range: some RangeExpression<Int> & Sendable, _ message: String? = nil
  ) -> Rule {
    Rule(keyPath, message ?? countMessage(range)) { (value: Value) in range.contains(value.count) }
  }

  /// Requires a value to be in a range.
  public static func range<Bound: Comparable & SendableMetatype>(
    _ keyPath: any KeyPath<Root, Bound> & Sendable,
    _ range: some RangeExpression<Bound> & Sendable, _ message: String? = nil
  ) -> Rule {
    Rule(keyPath, message ?? "must be \(shown(range))") { (value: Bound) in range.contains(value) }
  }

  /// Requires a value to be in a range. It may be nil.
  public static func range<Bound: Comparable & SendableMetatype>(
    _ keyPath: any KeyPath<Root, Bound?> & Sendable,
    _ range: some RangeExpression<Bound> & Sendable, _ message: String? = nil
  ) -> Rule {
    Rule(keyPath, message ?? "must be \(shown(range))") { (value: Bound) in range.contains(value) }
  }

  /// Requires a value to be one of `values`.
  public static func oneOf<Value: Equatable & Sendable>(
    _ keyPath: any KeyPath<Root, Value> & Sendable, _ values: [Value], _ message: String? = nil
  ) -> Rule {
    Rule(keyPath, message ?? choiceMessage(values)) { (value: Value) in values.contains(value) }
  }

  /// Requires a value to be one of `values`. It may be nil.
  public static func oneOf<Value: Equatable & Sendable>(
    _ keyPath: any KeyPath<Root, Value?> & Sendable, _ values: [Value], _ message: String? = nil
  ) -> Rule {
    Rule(keyPath, message ?? choiceMessage(values)) { (value: Value) in values.contains(value) }
  }

  /// Requires a whole text to match a pattern. The text may be nil.
  public static func matches<Text: _ColumnText>(
    _ keyPath: any KeyPath<Root, Text> & Sendable,
    _ pattern: @autoclosure @escaping @Sendable () -> some RegexComponent,
    _ message: String = "does not have the right form"
  ) -> Rule {
    let matcher = Matcher(pattern())
    return text(keyPath, message) { matcher.matches($0) }
  }

  private static func text<Text: _ColumnText>(
    _ keyPath: any KeyPath<Root, Text> & Sendable, _ message: String,
    holds: @escaping @Sendable (String) -> Bool
  ) -> Rule { Rule(keyPath, message) { (value: Text) in value._text.map(holds) ?? true } }
}

/// A pattern. Patterns are not `Sendable`, but this one belongs to its rule alone and is used under
/// a lock.
private final class Matcher: Sendable {
  private let match: Guarded<(String) -> Bool>

  init(_ pattern: some RegexComponent) {
    let regex = pattern.regex
    match = Guarded { text in (try? regex.wholeMatch(in: text)) != nil }
  }

  func matches(_ text: String) -> Bool { match.withLock { $0(text) } }
}

// MARK: Messages

private func countMessage(_ range: some RangeExpression<Int>) -> String {
  "must have \(shown(range)) elements"
}

private func choiceMessage<Value>(_ values: [Value]) -> String {
  "must be one of \(values.map { shortText(of: $0) }.joined(separator: ", "))"
}

/// Describes a range in words.
private func shown<Bound: Comparable>(_ range: some RangeExpression<Bound>) -> String {
  switch range {
  case let range as ClosedRange<Bound>:
    "\(shortText(of: range.lowerBound)) to \(shortText(of: range.upperBound))"
  case let range as Range<Bound>:
    "from \(shortText(of: range.lowerBound)) to below \(shortText(of: range.upperBound))"
  case let range as PartialRangeFrom<Bound>: "at least \(shortText(of: range.lowerBound))"
  case let range as PartialRangeThrough<Bound>: "at most \(shortText(of: range.upperBound))"
  case let range as PartialRangeUpTo<Bound>: "less than \(shortText(of: range.upperBound))"
  default: "in \(range)"
  }
}
