/// An operation on the stored value of a property without a slot: reading it, or replacing it.
///
/// A class has one generated function that applies it to any of its properties. Two closures for each
/// property would take an eighth of the time of compiling a class.
public struct _ValueExchange {
  /// The function of a class.
  ///
  /// - Parameters:
  ///   - object: an object of the class.
  ///   - position: the position of the property among those that the class itself declares.
  typealias Function =
    @Sendable (_ object: AnyObject, _ position: Int, _ exchange: _ValueExchange) -> Void

  /// The address of memory for a value, which nobody else uses meanwhile.
  private let place: UnsafeMutableRawPointer
  /// Whether the memory holds no value yet.
  private let copies: Bool

  /// Puts a copy of the stored value at an address.
  static func copy<Value>(to place: UnsafeMutablePointer<Value>) -> _ValueExchange {
    _ValueExchange(place: UnsafeMutableRawPointer(place), copies: true)
  }

  /// Exchanges the stored value for the one at an address. So the old one is let go of when the access to
  /// the property has ended.
  static func swap<Value>(with place: UnsafeMutablePointer<Value>) -> _ValueExchange {
    _ValueExchange(place: UnsafeMutableRawPointer(place), copies: false)
  }

  /// Does this with a stored value. Generated code calls it.
  ///
  /// Never inlined: a client would compile it for each type.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  public func callAsFunction<Value>(_ stored: inout Value) {
    // The engine asks for a property with memory for its type.
    let place = place.assumingMemoryBound(to: Value.self)
    if copies { place.initialize(to: stored) } else { Swift.swap(&place.pointee, &stored) }
  }
}
