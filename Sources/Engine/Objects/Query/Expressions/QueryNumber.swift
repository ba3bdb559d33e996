public import Foundation
import PersistentObjectsDriver

/// A type with `+` in queries: numbers, durations and texts, and optionals of them. Every database
/// computes with these exactly as Swift does.
public protocol _QueryAddable {
  /// The type without `Optional`.
  associatedtype _Term
  /// The form of computed values in the database.
  static var _form: _ComputedForm { get }
}

/// A quantity that can be subtracted, multiplied and divided: numbers by numbers, durations by
/// integers.
public protocol _QueryQuantity: _QueryAddable {
  /// The type by which values are multiplied and divided.
  associatedtype _Factor
  /// The form of the values by which others are multiplied and divided.
  static var _factorForm: _ComputedForm { get }
  /// The number 0, from which a number is subtracted to reverse its sign.
  static var _zero: _Term { get }
}

/// A number that queries compute with.
public protocol _QueryNumber: _QueryQuantity where _Factor == _Term {}

/// An integer that queries compute with.
public protocol _QueryInteger: _QueryNumber {}

extension _QueryNumber {
  /// The form of the numbers themselves.
  public static var _factorForm: _ComputedForm { _form }
}

extension _QueryInteger where Self: FixedWidthInteger & Sendable {
  /// 64-bit integers.
  public static var _form: _ComputedForm {
    _ComputedForm(coding: IntegerCoding<Self>(), kind: .integer) { operand, _ in
      operand.storesNumbers(of: Self.self) ? operand.name : nil
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
    _ComputedForm(coding: RealCoding(), kind: .real) { operand, _ in
      operand.stores(2.5, as: .real(2.5)) ? operand.name : nil
    }
  }

  /// The number −0: subtracting from it changes the sign of every double, and from 0 not that of 0.
  public static var _zero: Double { -0.0 }
}

extension Decimal: _QueryNumber {
  /// Itself.
  public typealias _Term = Decimal
  /// Decimals in the form of `DecimalCodec`. Whole units, as `DecimalAsInteger` stores them, are
  /// converted to it.
  public static var _form: _ComputedForm {
    _ComputedForm(coding: DecimalCoding(), kind: .decimal) { operand, dialect in
      if operand.storesDecimals { return operand.name }
      let scale = (0...18).first {
        operand.stores(Decimal(1), as: .integer(Int64(pow(Decimal(10), $0).description) ?? 0))
      }
      return scale.map { dialect.decimal(ofUnits: operand.name, scale: $0) }
    }
  }

  /// The number 0.
  public static var _zero: Decimal { 0 }
}

extension Duration: _QueryQuantity {
  /// Itself.
  public typealias _Term = Duration
  /// Durations are multiplied and divided by integers.
  public typealias _Factor = Int
  /// The seconds in the form of `DurationCodec`.
  public static var _form: _ComputedForm {
    _ComputedForm(coding: DurationCoding(), kind: .duration) { operand, _ in
      operand.storesDurations ? operand.name : nil
    }
  }

  /// Integers as decimals.
  public static var _factorForm: _ComputedForm {
    _ComputedForm(coding: FactorCoding(), kind: .decimal) { _, _ in nil }
  }

  /// The duration 0.
  public static var _zero: Duration { .zero }
}

extension String: _QueryAddable {
  /// Itself.
  public typealias _Term = String
  /// Texts, unchanged.
  public static var _form: _ComputedForm {
    _ComputedForm(coding: TextCoding(), storage: .text) { operand, _ in
      operand.storesTexts ? operand.name : nil
    }
  }
}

extension Optional: _QueryAddable where Wrapped: _QueryAddable {
  /// The wrapped type.
  public typealias _Term = Wrapped._Term
  /// The form of the wrapped type.
  public static var _form: _ComputedForm { Wrapped._form }
}

extension Optional: _QueryQuantity where Wrapped: _QueryQuantity {
  /// The factor of the wrapped type.
  public typealias _Factor = Wrapped._Factor
  /// The form of the values by which others are multiplied and divided.
  public static var _factorForm: _ComputedForm { Wrapped._factorForm }
  /// The number 0.
  public static var _zero: Wrapped._Term { Wrapped._zero }
}

extension Optional: _QueryNumber where Wrapped: _QueryNumber {}

extension Optional: _QueryInteger where Wrapped: _QueryInteger {}
