public import Foundation
public import PersistentObjectsCodec

/// Stores a `Measurement` as TEXT of its number and its unit: `12.5 km/h`. `MeasurementText.swift`
/// has the grammar.
///
/// ```swift
/// var speed: Measurement<UnitSpeed>  // speed TEXT: 12.5 km/h
/// ```
///
/// The number comes back bit for bit and the unit as an equal one; nothing is converted. Custom
/// units are stored with their conversion. NaN is refused, and so are custom units that do not
/// convert by a `UnitConverterLinear`.
///
/// Not searchable: 1 km equals 1000 m in Swift, but not in SQL. To search, store the number in a
/// fixed unit, or use SQL: `WHERE CAST(speed AS REAL) > 50 AND speed LIKE '% km/h'`.
public struct MeasurementCodec<UnitType: Dimension>: ColumnCodec {
  private let units = StandardUnits.byName(UnitType.self)

  /// Makes a codec for measurements in the units of a class.
  public init(_ type: UnitType.Type = UnitType.self) {}

  /// `measurement 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("measurement") }
  /// TEXT.
  public var storage: StorageClass { .text }
  /// Always false.
  public var isSearchable: Bool { false }

  /// Writes the number and the unit.
  public func encode(
    _ measurement: Measurement<UnitType>, into column: inout ColumnWriter
  ) throws {
    if measurement.value.isNaN { throw CodecError("the number of a measurement cannot be NaN") }
    let unit = try text(of: measurement.unit)
    column.write(MeasurementText.text(of: measurement.value) + " " + unit)
  }

  /// Reads the number and the unit; throws for a unit that the class does not have.
  public func decode(from column: borrowing ColumnReader) throws -> Measurement<UnitType> {
    let stored = try column.text()
    guard let text = MeasurementText(stored) else {
      throw CodecError("\(Excerpt(stored)) is not a number, a space and a unit")
    }
    return Measurement(value: text.value, unit: try unit(text.unit))
  }
}

extension MeasurementCodec {
  private func text(of unit: UnitType) throws -> String {
    if let name = StandardUnits.name(of: unit, in: units) { return name }
    guard type(of: unit) == UnitType.self, let linear = LinearUnit(unit) else {
      throw CodecError(
        "the unit \(Excerpt(unit.symbol)) cannot be stored: it is neither a \(UnitType.self) of"
          + " Foundation's nor one with a UnitConverterLinear")
    }
    return linear.text
  }

  private func unit(_ text: Substring) throws -> UnitType {
    if let known = units[String(text)] { return known }
    guard let linear = LinearUnit(text: text) else {
      throw CodecError("\(Excerpt(String(text))) is not a unit of \(UnitType.self)")
    }
    return UnitType(symbol: linear.symbol, converter: linear.converter)
  }
}
