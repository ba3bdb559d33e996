/// An operation on the stored value of a property without a slot: a read or a replacement.
///
/// Each class has one generated function that applies an exchange to any of its properties. Two
/// closures per property would take an eighth of the time of compiling a class.
///
/// It is safe for generated code, which passes only the property that the engine asked for.
@safe public struct _ValueExchange {
  /// The address of memory for a value, to which the exchange has exclusive access.
  @usableFromInline let place: UnsafeMutableRawPointer
  /// Whether the exchange copies the stored value to memory that holds no value yet.
  @usableFromInline let copies: Bool

  private init(_ place: UnsafeMutableRawPointer, copies: Bool) {
    self.place = place
    self.copies = copies
  }

  /// Returns an exchange that initializes memory with a copy of the stored value.
  static func copy(to place: UnsafeMutableRawPointer) -> _ValueExchange {
    _ValueExchange(place, copies: true)
  }

  /// Returns an exchange that swaps the stored value with the one at an address. The old value is
  /// thus released after the access to the property has ended.
  static func swap<Value>(with place: UnsafeMutablePointer<Value>) -> _ValueExchange {
    _ValueExchange(UnsafeMutableRawPointer(place), copies: false)
  }

  /// Performs the exchange with a stored value. Generated code calls it.
  ///
  /// Inlined, because a call during an access to a property would make Swift check all accesses to
  /// the property at run time.
  @inlinable
  @inline(__always)
  public func callAsFunction<Value>(_ stored: inout Value) {
    // The engine passes memory for the property's type.
    let place = place.assumingMemoryBound(to: Value.self)
    if copies { place.initialize(to: stored) } else { Swift.swap(&place.pointee, &stored) }
  }
}

/// The access to the values without slots in the objects of a class.
final class ClassValues: Sendable {
  /// Performs an exchange with the value of a property, given by its position among the properties
  /// that the class itself declares.
  let exchange: @Sendable (_ object: AnyObject, _ position: Int, _ exchange: _ValueExchange) -> Void

  init<Object: AnyObject>(_ exchange: @escaping @Sendable (Object, Int, _ValueExchange) -> Void) {
    // The engine passes a property only objects of the class that declares it.
    self.exchange = { exchange(unsafeDowncast($0, to: Object.self), $1, $2) }
  }
}
