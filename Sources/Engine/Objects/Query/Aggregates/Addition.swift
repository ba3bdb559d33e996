import Foundation
import PersistentObjectsCodec
import PersistentObjectsDriver

/// A way to add up values: in SQL if the codec stores the numbers unchanged, otherwise row by row
/// in Swift, exactly.
public struct _Addition<Total> {
  let zero: Total
  /// Whether SQL adds up the values of an operand.
  let isDoneBySQL: (Operand) -> Bool
  /// Reads the sum or average that SQL computed; returns nil if it does not fit.
  let read: (Row, Int) throws -> Total?
  /// Adds the value in a row; returns nil if the sum does not fit.
  let adding: (Total, Operand, Row, Int) throws -> Total?
}

extension _Addition {
  fileprivate func total(of operand: Operand, in row: Row, at index: Int) throws -> Total? {
    do { return try read(row, index) } catch { throw operand.decodingFailed(error) }
  }
}

extension _Addition where Total: FixedWidthInteger {
  static func integers<Value: FixedWidthInteger>(_ type: Value.Type) -> _Addition {
    _Addition(zero: 0) {
      // SQLite's sums have 64 bits.
      $0.storesNumbers(of: type) && Total.bitWidth <= 64
    } read: { row, index in
      row.storedInteger(at: index).flatMap { Total(exactly: $0) }
    } adding: { total, operand, row, index in
      guard let value = Total(exactly: try operand.value(type, in: row, at: index)) else {
        return nil
      }
      let (sum, overflow) = total.addingReportingOverflow(value)
      return overflow ? nil : sum
    }
  }
}

extension _Addition where Total == Double {
  static func integers<Value: FixedWidthInteger>(_ type: Value.Type) -> _Addition {
    numbers(type, isDoneBySQL: { $0.storesNumbers(of: type) }) { Double($0) }
  }

  static func reals<Value: BinaryFloatingPoint>(_ type: Value.Type) -> _Addition {
    numbers(type, isDoneBySQL: { $0.stores(Value(2.5), as: .real(2.5)) }) { Double($0) }
  }

  private static func numbers<Value>(
    _ type: Value.Type, isDoneBySQL: @escaping (Operand) -> Bool,
    double: @escaping (Value) -> Double
  ) -> _Addition {
    _Addition(zero: 0, isDoneBySQL: isDoneBySQL) { row, index in
      try RealCoding().decodeResult(from: row, at: index)
    } adding: { total, operand, row, index in
      total + double(try operand.value(type, in: row, at: index))
    }
  }
}

extension _Addition where Total: ExactlySummable {
  /// Adds up decimals and durations: in SQL if they are stored in their default form, otherwise in
  /// Swift.
  static var exact: _Addition {
    let coding =
      (DecimalCoding() as any ValueCoding as? any ValueCoding<Total>)
      ?? (DurationCoding() as any ValueCoding as? any ValueCoding<Total>)
    return _Addition(zero: .zero) {
      Total.self == Decimal.self && $0.storesDecimals
        || Total.self == Duration.self && $0.storesDurations
    } read: { row, index in
      try coding?.decodeResult(from: row, at: index)
    } adding: { total, operand, row, index in
      total.addingExactly(try operand.value(Total.self, in: row, at: index))
    }
  }
}

extension Aggregate {
  /// Computes the sum of the values; zero if there are none.
  static func total(of value: AggregateArgument, by addition: _Addition<Result>) -> Aggregate {
    computed(.sum, of: value, by: addition) { total, _ in total }
  }

  /// Computes the sum of the values divided by their number; nil if there are none.
  static func mean<Value: Summable>(
    _ type: Value.Type, of value: AggregateArgument
  ) -> Aggregate where Result == Value._Average? {
    computed(.average, of: value, by: Value._average) { total, count in
      count == 0 ? nil : Value._divide(total, by: count)
    }
  }

  private static func computed<Total>(
    _ function: AggregateColumn.Function, of value: AggregateArgument,
    by addition: _Addition<Total>,
    result: @escaping (Total, Int) -> Result
  ) -> Aggregate {
    Aggregate(function, of: value) { operand, row, index in
      if row.isNull(at: index) { return result(addition.zero, 0) }
      guard let total = try addition.total(of: operand, in: row, at: index) else {
        throw operand.overflow(Total.self)
      }
      return result(total, 1)
    } fold: { operand in
      if addition.isDoneBySQL(operand) { return nil }
      var (total, count) = (addition.zero, 0)
      return Fold { row, index in
        guard let sum = try addition.adding(total, operand, row, index) else {
          throw operand.overflow(Total.self)
        }
        (total, count) = (sum, count + 1)
      } result: {
        result(total, count)
      }
    }
  }
}

extension Operand {
  /// Whether all numbers of the type are stored unchanged, as integers.
  func storesNumbers<Value: FixedWidthInteger>(of type: Value.Type) -> Bool {
    Int64(exactly: Value.max) != nil && stores(Value(7), as: .integer(7))
  }

  /// Whether the codec stores a value as the same number, so that SQL can compute with it. A codec
  /// might instead store euros as cents, or numbers with an offset.
  func stores<Value>(_ value: Value, as stored: StoredValue) -> Bool {
    let cells = RowBatch(width: columns.count)
    do {
      try ConditionArgument(value).encode(as: self, into: cells, at: 0)
    } catch {
      // A codec that refuses such a common value has a form of its own.
      return false
    }
    return cells.row.value(at: 0) == stored
  }

  fileprivate func overflow(_ type: Any.Type) -> PersistenceError {
    invalidQuery("the sum does not fit into \(type)")
  }
}
