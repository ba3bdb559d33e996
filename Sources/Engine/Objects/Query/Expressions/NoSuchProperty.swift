// What the compiler takes for the value of a misspelt property, so that it reports that mistake
// alone, and soon: an expression in which nothing else is wrong needs no search for other mistakes.

/// The value of a property that the class does not have. Only declarations that are unavailable
/// use it.
@dynamicMemberLookup
public struct _NoSuchProperty {
  /// A property of it, which is unknown, too.
  public subscript(dynamicMember name: String) -> _NoSuchProperty { self }
}

extension _NoSuchProperty: Comparable, _QueryInteger {
  /// Itself.
  public typealias _Term = _NoSuchProperty
  /// The form of integers.
  public static var _form: _ComputedForm { Int._form }
  /// Itself.
  public static var _zero: _NoSuchProperty { _NoSuchProperty() }
  /// Never holds.
  public static func < (left: _NoSuchProperty, right: _NoSuchProperty) -> Bool { false }
}

// It is compared with any literal. It cannot be Hashable: the argument of a subscript in a key path
// must be, so the subscripts below are no part of key paths, where the compiler could not say where
// the mistake is.
extension _NoSuchProperty: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  /// Ignores the value.
  public init(integerLiteral value: Int) {}
  /// Ignores the value.
  public init(floatLiteral value: Double) {}
  /// Ignores the value.
  public init(stringLiteral value: String) {}
  /// Ignores the value.
  public init(booleanLiteral value: Bool) {}
  /// Ignores the value.
  public init(nilLiteral: ()) {}
}

extension _NoSuchProperty: ExactlySummable {
  /// Itself.
  public static var zero: _NoSuchProperty { _NoSuchProperty() }
  /// Itself.
  public static func + (left: _NoSuchProperty, right: _NoSuchProperty) -> _NoSuchProperty {
    left
  }
  /// Itself.
  public static func - (left: _NoSuchProperty, right: _NoSuchProperty) -> _NoSuchProperty {
    left
  }
  /// Itself.
  public func addingExactly(_ other: _NoSuchProperty) -> _NoSuchProperty? { self }
  /// Itself.
  public func divided(by count: Int) -> _NoSuchProperty { self }
}

extension QueryExpression where Value: PersistentObject {
  /// An error: the class has no such property.
  @available(*, unavailable, message: "the class has no stored property of this name")
  public subscript(dynamicMember name: _NoSuchProperty) -> QueryExpression<_NoSuchProperty> {
    QueryExpression<_NoSuchProperty>(node: node)
  }
}

extension QueryExpression where Value: _OptionalColumnValue, Value.Wrapped: PersistentObject {
  /// An error: the class has no such property.
  @available(*, unavailable, message: "the referenced class has no stored property of this name")
  public subscript(dynamicMember name: _NoSuchProperty) -> QueryExpression<_NoSuchProperty> {
    QueryExpression<_NoSuchProperty>(node: node)
  }
}
