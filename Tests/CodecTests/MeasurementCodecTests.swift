import Foundation
import PersistentObjects
import PersistentObjectsCodecTesting
import PersistentObjectsCodecs
import PersistentObjectsEngine
import Testing

struct MeasurementCodecTests {
  final class Radioactivity: Dimension, @unchecked Sendable {
    static let becquerel = Radioactivity(
      symbol: "Bq", converter: UnitConverterLinear(coefficient: 1))
    override class func baseUnit() -> Self {
      Self(symbol: "Bq", converter: UnitConverterLinear(coefficient: 1))
    }
  }

  final class Squaring: UnitConverter, @unchecked Sendable {}
  final class Doubling: UnitConverterLinear, @unchecked Sendable {}

  @Test func numbersComeBackToTheBit() async throws {
    let edges: [Double] = [
      0, -0.0, 1, -1.5, 0.1, 1e16, 1e-7, .infinity, -.infinity, .greatestFiniteMagnitude,
      .leastNonzeroMagnitude,
    ]
    try await verifyCodec(
      MeasurementCodec<UnitSpeed>(), samples: edges.map { Measurement(value: $0, unit: .knots) },
      generator: { Measurement(value: $0.double(), unit: .knots) }, isSame: { Self.isSame($0, $1) })
  }

  /// Tests Foundation's units, and one of each custom kind.
  @Test func unitsComeBackEqual() async throws {
    try await check([
      UnitLength.kilometers, .nauticalMiles, .nanometers, custom("smoot", 1.7018, 0),
    ])
    try await check([UnitTemperature.celsius, .fahrenheit, custom("°X \"", 0.5, -273.15)])
    try await check([
      UnitVolume.fluidOunces, .imperialFluidOunces, custom("", 1, 0), custom(" ", 2, 1),
    ])
    try await check([
      UnitFuelEfficiency.milesPerGallon, .milesPerImperialGallon, .litersPer100Kilometers,
    ])
    try await check([
      Radioactivity.becquerel, custom("k'\"Bq\"\0", 1000, 0), custom("\"\u{301}", 1, 0),
    ])
    // The symbol of a unit of Foundation, with another meaning.
    try await check([UnitLength.miles, custom("mi", 1852, 0), custom("km", .infinity, -0.5)])
  }

  @Test(arguments: [
    (12.5, "12.5 km/h"), (1000, "1000 km/h"), (-0.0, "-0 km/h"), (1e-7, "1e-07 km/h"),
    (.infinity, "inf km/h"),
  ])
  func storesAReadableText(_ value: Double, _ text: String) throws {
    #expect(try stored(value, UnitSpeed.kilometersPerHour) == .text(text))
  }

  @Test func storesWhatAUnitOfOnesOwnConvertsBy() throws {
    let smoot: UnitLength = custom("smoot", 1.7018, 0)
    #expect(try stored(3, smoot) == .text(#"3 "smoot" 1.7018"#))
    #expect(try stored(1, custom("a\"b", 2, 5) as UnitLength) == .text(#"1 "a""b" 2 5"#))
    #expect(try stored(30, UnitFuelEfficiency.milesPerImperialGallon) == .text("30 mpg Imperial"))
  }

  /// Splits the text as SQL sees it: the number before the space, and the rest.
  @Test func splitsInSQL() throws {
    let sql = try SQLExpression()
    let stored = try stored(12.5, UnitVolume.fluidOunces)
    #expect(try sql.value("CAST(CAST(?1 AS REAL) * 2 AS TEXT)", of: stored) == .text("25.0"))
    #expect(try sql.value("substr(?1, instr(?1, ' ') + 1)", of: stored) == .text("fl oz"))
  }

  @Test(arguments: [
    "", "12", "12 ", " km/h", "12  km/h", "12 km", "12.0 km/h", "+12 km/h", "012 km/h", "nan km/h",
    "0x1p3 km/h", "12 KM/H", "12 km/h ", #"1 "a""#, #"1 "a" "#, #"1 "a" x"#, #"1 "a" 1 0"#,
    #"1 "a" 1 2 3"#, #"1 "a"b" 1"#, #"1 "a" nan"#, #"1 "a 1"#, #"1 ""#,
  ])
  func refusesWhatIsNotAMeasurement(_ text: String) {
    #expect(throws: CodecError.self) { try MeasurementCodec<UnitSpeed>().decoded(.text(text)) }
  }

  @Test func refusesWhatDoesNotComeBack() {
    #expect(throws: CodecError.self) { try stored(.nan, UnitLength.meters) }
    #expect(throws: CodecError.self) {
      try stored(1, UnitLength(symbol: "q", converter: Squaring()))
    }
    let doubling = UnitLength(symbol: "d", converter: Doubling(coefficient: 1))
    #expect(throws: CodecError.self) { try stored(1, doubling) }
    #expect(throws: CodecError.self) { try stored(1, custom("n", .nan, 0) as UnitLength) }
  }

  @Test func isChosenForClassesOfUnitsOnly() {
    let registry = CodecRegistry.standard
    #expect(registry.codec(for: Measurement<UnitMass>.self) is MeasurementCodec<UnitMass>)
    #expect(
      registry.codec(for: Measurement<Radioactivity>.self) is MeasurementCodec<Radioactivity>)
    #expect(registry.codec(for: Measurement<Dimension>.self)?.storage == .bytes)
    #expect(registry.codec(for: Measurement<Unit>.self)?.storage == .bytes)
  }

  private func custom<UnitType: Dimension>(
    _ symbol: String, _ coefficient: Double, _ constant: Double
  ) -> UnitType {
    UnitType(
      symbol: symbol,
      converter: UnitConverterLinear(coefficient: coefficient, constant: constant))
  }

  private static func isSame<UnitType: Dimension>(
    _ left: Measurement<UnitType>, _ right: Measurement<UnitType>
  ) -> Bool {
    left.value.bitPattern == right.value.bitPattern && left.unit == right.unit
  }

  private func stored<UnitType: Dimension>(
    _ value: Double, _ unit: UnitType
  ) throws -> StoredValue {
    try MeasurementCodec<UnitType>().stored(Measurement(value: value, unit: unit))
  }

  private func check<UnitType: Dimension>(_ units: [UnitType]) async throws {
    let codec = MeasurementCodec<UnitType>()
    let samples = units.map { Measurement(value: 2.5, unit: $0) }
    try await verifyCodec(
      codec, samples: samples,
      generator: { Measurement(value: $0.double(), unit: $0.element(of: units)) },
      isSame: { Self.isSame($0, $1) })
    let forms = try Set(samples.map(codec.stored))
    #expect(forms.count == units.count, "each unit has a form of its own")
  }
}
