/// An operation on the stored value of a property without a slot: reading it, or replacing it.
///
/// A class has one generated function that applies it to any of its properties. Two closures for each
/// property would take an eighth of the time of compiling a class.
public struct _ValueExchange {
  /// The address of memory for a value, which nobody else uses meanwhile.
  @usableFromInline let place: UnsafeMutableRawPointer
  /// Whether the memory holds no value yet.
  @usableFromInline let copies: Bool

  private init(_ place: UnsafeMutableRawPointer, copies: Bool) {
    self.place = place
    self.copies = copies
  }

  /// Puts a copy of the stored value at an address.
  static func copy(to place: UnsafeMutableRawPointer) -> _ValueExchange {
    _ValueExchange(place, copies: true)
  }

  /// Exchanges the stored value for the one at an address. So the old one is let go of when the access to
  /// the property has ended.
  static func swap<Value>(with place: UnsafeMutablePointer<Value>) -> _ValueExchange {
    _ValueExchange(UnsafeMutableRawPointer(place), copies: false)
  }

  /// Does this with a stored value. Generated code calls it.
  ///
  /// Inlined: a call in the midst of an access to a property would have all of its accesses checked as the
  /// program runs.
  @inlinable
  @inline(__always)
  public func callAsFunction<Value>(_ stored: inout Value) {
    // The engine asks for a property with memory for its type.
    let place = place.assumingMemoryBound(to: Value.self)
    if copies { place.initialize(to: stored) } else { Swift.swap(&place.pointee, &stored) }
  }
}

/// The values without slots in the objects of a class.
final class ClassValues: Sendable {
  /// Does something with the value of a property, which is given by its position among those that the
  /// class itself declares.
  let exchange: @Sendable (_ object: AnyObject, _ position: Int, _ exchange: _ValueExchange) -> Void

  init<Object: AnyObject>(_ exchange: @escaping @Sendable (Object, Int, _ValueExchange) -> Void) {
    // The engine passes a property only objects of the class that declares it.
    self.exchange = { exchange(unsafeDowncast($0, to: Object.self), $1, $2) }
  }
}
