/// The equality, order and hashes that a type has in Swift, found at run time, so that one function
/// serves types with and without an order.
enum NaturalLaws {
  /// Returns `<`, if the type is `Comparable`.
  static func order<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
    (type as? any Comparable.Type).flatMap { less($0) as? (Value, Value) -> Bool }
  }

  /// Returns a function that says whether two values differ or have the same hash; nil unless the
  /// type is `Hashable`.
  static func agreement<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
    (type as? any Hashable.Type).flatMap { hashing($0) as? (Value, Value) -> Bool }
  }

  private static func less<Value: Comparable>(_ type: Value.Type) -> Any {
    let less: (Value, Value) -> Bool = { $0 < $1 }
    return less
  }

  private static func hashing<Value: Hashable>(_ type: Value.Type) -> Any {
    let agree: (Value, Value) -> Bool = { $0 != $1 || $0.hashValue == $1.hashValue }
    return agree
  }
}
