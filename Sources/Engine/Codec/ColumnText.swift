/// A `String` or `String?`. Columns and rules for texts accept both.
public protocol _ColumnText: SendableMetatype {
  /// The text, or nil.
  var _text: String? { get }
}

extension String: _ColumnText {
  /// The text itself.
  public var _text: String? { self }
}

extension Optional: _ColumnText where Wrapped == String {
  /// The text, or nil.
  public var _text: String? { self }
}
