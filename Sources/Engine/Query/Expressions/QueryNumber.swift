/// A type with `+` in queries: numbers that every database computes with exactly as Swift does, texts, and
/// optionals of them.
public protocol _QueryAddable {
  /// The type without `Optional`.
  associatedtype _Term
  /// The form in which the database has what is computed.
  static var _form: _ComputedForm { get }
}

/// A number that queries compute with.
public protocol _QueryNumber: _QueryAddable {
  /// The number 0.
  static var _zero: _Term { get }
}

/// A whole number that queries compute with.
public protocol _QueryInteger: _QueryNumber {}

/// The form of computed values: 64-bit integers, doubles or texts.
public struct _ComputedForm {
  let coding: any ValueCoding
  let storage: StorageClass
  /// Whether a column holds the values as they are, rather than in a form of its codec's own.
  let isPlain: (Operand) -> Bool
}

extension _QueryInteger where Self: FixedWidthInteger & Sendable {
  /// Whole numbers of 64 bits.
  public static var _form: _ComputedForm {
    _ComputedForm(coding: IntegerCoding<Self>(), storage: .integer) {
      $0.storesNumbers(of: Self.self)
    }
  }

  /// The number 0.
  public static var _zero: Self { 0 }
}

extension Int: _QueryInteger {
  /// Itself.
  public typealias _Term = Int
}
extension Int8: _QueryInteger {
  /// Itself.
  public typealias _Term = Int8
}
extension Int16: _QueryInteger {
  /// Itself.
  public typealias _Term = Int16
}
extension Int32: _QueryInteger {
  /// Itself.
  public typealias _Term = Int32
}
extension Int64: _QueryInteger {
  /// Itself.
  public typealias _Term = Int64
}
extension UInt8: _QueryInteger {
  /// Itself.
  public typealias _Term = UInt8
}
extension UInt16: _QueryInteger {
  /// Itself.
  public typealias _Term = UInt16
}
extension UInt32: _QueryInteger {
  /// Itself.
  public typealias _Term = UInt32
}

extension Double: _QueryNumber {
  /// Itself.
  public typealias _Term = Double
  /// Doubles.
  public static var _form: _ComputedForm {
    _ComputedForm(coding: RealCoding(), storage: .real) { $0.stores(2.5, as: .real(2.5)) }
  }

  /// The number 0.
  public static var _zero: Double { 0 }
}

extension String: _QueryAddable {
  /// Itself.
  public typealias _Term = String
  /// Texts as they are.
  public static var _form: _ComputedForm {
    _ComputedForm(coding: TextCoding(), storage: .text) { $0.stores("aB", as: .text("aB")) }
  }
}

extension Optional: _QueryAddable where Wrapped: _QueryAddable {
  /// The wrapped type.
  public typealias _Term = Wrapped._Term
  /// The form of what is not nil.
  public static var _form: _ComputedForm { Wrapped._form }
}

extension Optional: _QueryNumber where Wrapped: _QueryNumber {
  /// The number 0.
  public static var _zero: Wrapped._Term { Wrapped._zero }
}

extension Optional: _QueryInteger where Wrapped: _QueryInteger {}
