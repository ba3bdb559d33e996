import Foundation

/// Foundation's units, by their names in the stored form of a measurement.
///
/// A unit's name is its symbol. Where two units of a class share a symbol, as those for miles per
/// gallon do, the later one here is followed by ` Imperial`. The order is part of the stored form:
/// add a unit only after the others of its class.
enum StandardUnits {
  /// Returns the units of a class by name; empty for a class that is not Foundation's.
  static func byName<UnitType: Dimension>(_ type: UnitType.Type) -> [String: UnitType] {
    var units: [String: UnitType] = [:]
    for case let unit as UnitType in all where Swift.type(of: unit) == type {
      units[units[unit.symbol] == nil ? unit.symbol : unit.symbol + suffix] = unit
    }
    return units
  }

  /// Returns the name of a unit among those of its class, or nil.
  static func name<UnitType: Dimension>(
    of unit: UnitType, in units: [String: UnitType]
  ) -> String? {
    if let known = units[unit.symbol], known == unit { return unit.symbol }
    let name = unit.symbol + suffix
    return units[name] == unit ? name : nil
  }

  private static let suffix = " Imperial"

  private static let all = lists.flatMap { $0 }

  private static let lists: [[Dimension]] = [
    acceleration, speed, duration, frequency, fuelEfficiency, angle, length, area, volume, mass,
    concentrationMass, dispersion, pressure, temperature, illuminance, electricCharge,
    electricCurrent, electricPotentialDifference, electricResistance, energy, power,
    informationStorage,
  ]
}

// A separate list for each class keeps the compiler fast.
extension StandardUnits {
  private static let acceleration: [UnitAcceleration] = [.metersPerSecondSquared, .gravity]
  private static let speed: [UnitSpeed] = [
    .metersPerSecond, .kilometersPerHour, .milesPerHour, .knots,
  ]
  private static let duration: [UnitDuration] = [
    .picoseconds, .nanoseconds, .microseconds, .milliseconds, .seconds, .minutes, .hours,
  ]
  private static let frequency: [UnitFrequency] = [
    .terahertz, .gigahertz, .megahertz, .kilohertz, .hertz, .millihertz, .microhertz, .nanohertz,
  ]
  private static let fuelEfficiency: [UnitFuelEfficiency] = [
    .litersPer100Kilometers, .milesPerGallon, .milesPerImperialGallon,
  ]
  private static let angle: [UnitAngle] = [
    .degrees, .arcMinutes, .arcSeconds, .radians, .gradians, .revolutions,
  ]
  private static let length: [UnitLength] = [
    .megameters, .kilometers, .hectometers, .decameters, .meters, .decimeters, .centimeters,
    .millimeters, .micrometers, .nanometers, .picometers, .inches, .feet, .yards, .miles,
    .scandinavianMiles, .lightyears, .nauticalMiles, .fathoms, .furlongs, .astronomicalUnits,
    .parsecs,
  ]
  private static let area: [UnitArea] = [
    .squareMegameters, .squareKilometers, .squareMeters, .squareCentimeters, .squareMillimeters,
    .squareMicrometers, .squareNanometers, .squareInches, .squareFeet, .squareYards, .squareMiles,
    .acres, .ares, .hectares,
  ]
  private static let volume: [UnitVolume] = [
    .megaliters, .kiloliters, .liters, .deciliters, .centiliters, .milliliters, .cubicKilometers,
    .cubicMeters, .cubicDecimeters, .cubicCentimeters, .cubicMillimeters, .cubicInches, .cubicFeet,
    .cubicYards, .cubicMiles, .acreFeet, .bushels, .teaspoons, .tablespoons, .fluidOunces, .cups,
    .pints, .quarts, .gallons, .imperialTeaspoons, .imperialTablespoons, .imperialFluidOunces,
    .imperialPints, .imperialQuarts, .imperialGallons, .metricCups,
  ]
  private static let mass: [UnitMass] = [
    .kilograms, .grams, .decigrams, .centigrams, .milligrams, .micrograms, .nanograms, .picograms,
    .ounces, .pounds, .stones, .metricTons, .shortTons, .carats, .ouncesTroy, .slugs,
  ]
  private static let concentrationMass: [UnitConcentrationMass] = [
    .gramsPerLiter, .milligramsPerDeciliter,
  ]
  private static let dispersion: [UnitDispersion] = [.partsPerMillion]
  private static let pressure: [UnitPressure] = [
    .newtonsPerMetersSquared, .gigapascals, .megapascals, .kilopascals, .hectopascals,
    .inchesOfMercury, .bars, .millibars, .millimetersOfMercury, .poundsForcePerSquareInch,
  ]
  private static let temperature: [UnitTemperature] = [.kelvin, .celsius, .fahrenheit]
  private static let illuminance: [UnitIlluminance] = [.lux]
  private static let electricCharge: [UnitElectricCharge] = [
    .coulombs, .megaampereHours, .kiloampereHours, .ampereHours, .milliampereHours,
    .microampereHours,
  ]
  private static let electricCurrent: [UnitElectricCurrent] = [
    .megaamperes, .kiloamperes, .amperes, .milliamperes, .microamperes,
  ]
  private static let electricPotentialDifference: [UnitElectricPotentialDifference] = [
    .megavolts, .kilovolts, .volts, .millivolts, .microvolts,
  ]
  private static let electricResistance: [UnitElectricResistance] = [
    .megaohms, .kiloohms, .ohms, .milliohms, .microohms,
  ]
  private static let energy: [UnitEnergy] = [
    .kilojoules, .joules, .kilocalories, .calories, .kilowattHours,
  ]
  private static let power: [UnitPower] = [
    .terawatts, .gigawatts, .megawatts, .kilowatts, .watts, .milliwatts, .microwatts, .nanowatts,
    .picowatts, .femtowatts, .horsepower,
  ]
  private static let informationStorage: [UnitInformationStorage] = [
    .bytes, .bits, .nibbles, .yottabytes, .zettabytes, .exabytes, .petabytes, .terabytes,
    .gigabytes, .megabytes, .kilobytes, .yottabits, .zettabits, .exabits, .petabits, .terabits,
    .gigabits, .megabits, .kilobits, .yobibytes, .zebibytes, .exbibytes, .pebibytes, .tebibytes,
    .gibibytes, .mebibytes, .kibibytes, .yobibits, .zebibits, .exbibits, .pebibits, .tebibits,
    .gibibits, .mebibits, .kibibits,
  ]
}
