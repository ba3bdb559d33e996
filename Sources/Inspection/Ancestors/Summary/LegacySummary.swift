/// The objects, values and doubts of a possible import, which `--dry-run` prints.
///
/// ```swift
/// print(try old.summary(of: old.model(), calendar: berlin))
/// ```
public struct LegacySummary: Sendable {
  /// The classes, in the order of the model.
  public internal(set) var classes: [LegacyClassSummary] = []
  /// The doubts about the file, or about tables that belong to no class.
  public internal(set) var doubts: [LegacyDoubtCount] = []

  /// The total number of objects of all classes.
  public var objectCount: Int64 { classes.reduce(0) { $0 + $1.objectCount } }

  /// All doubts, those of the file first.
  public var allDoubts: [LegacyDoubtCount] { doubts + classes.flatMap(\.doubts) }
}

/// The part of an import that concerns one class.
///
/// See ``LegacySummary``.
public struct LegacyClassSummary: Sendable {
  /// The class.
  public let type: LegacyClass
  /// The number of objects that were read.
  public internal(set) var objectCount: Int64 = 0
  /// The number of values of each form, as named by ``LegacyValue/form``, for each of the class's
  /// properties.
  public internal(set) var properties: [[String: Int64]]
  /// The number of elements of each form, for each of the class's collections.
  public internal(set) var collections: [[String: Int64]]
  /// The doubts about the class, its properties and their values.
  public internal(set) var doubts: [LegacyDoubtCount] = []

  init(_ type: LegacyClass) {
    self.type = type
    properties = Array(repeating: [:], count: type.properties.count)
    collections = Array(repeating: [:], count: type.collections.count)
  }

  mutating func count(_ object: LegacyObject) {
    objectCount += 1
    for (index, value) in object.values.enumerated() {
      properties[index][value.form, default: 0] += 1
    }
    for (index, collection) in object.collections.enumerated() {
      for element in collection.elements { collections[index][element.form, default: 0] += 1 }
    }
  }
}

extension LegacyValue {
  /// The elements of an array or set, or the values of a dictionary; empty for other values.
  public var elements: [LegacyValue] {
    switch self {
    case .array(let elements), .set(let elements): elements
    case .dictionary(let entries): entries.map(\.value)
    default: []
    }
  }
}

extension LegacyStore {
  /// Reads everything as an import would, and counts it. Values are not kept.
  public func summary(
    of model: LegacyModel, calendar: LegacyCalendar
  ) throws -> LegacySummary {
    try summary(of: model, calendar: calendar) { _, _ in }
  }

  /// Reads and counts everything, and calls `body` with each object.
  func summary(
    of model: LegacyModel, calendar: LegacyCalendar,
    _ body: (LegacyObject, LegacyClass) throws -> Void
  ) throws -> LegacySummary {
    var summary = LegacySummary()
    var tally = DoubtTally()
    tally.add(model.doubts)
    for type in model.classes {
      var part = LegacyClassSummary(type)
      let doubts = try forEachObject(of: type, calendar: calendar) { object in
        part.count(object)
        tally.add(object.doubts)
        try body(object, type)
      }
      tally.add(doubts)
      summary.classes.append(part)
    }
    summary.take(tally.counts)
    return summary
  }
}

extension LegacySummary {
  /// Adds doubts that came up later.
  mutating func add(_ doubts: [LegacyDoubt]) {
    var tally = DoubtTally()
    tally.add(doubts)
    take(tally.counts)
  }

  /// Assigns each doubt to its class.
  fileprivate mutating func take(_ counts: [LegacyDoubtCount]) {
    let places = Dictionary(
      classes.enumerated().map { ($1.type.table, $0) }, uniquingKeysWith: { first, _ in first })
    for count in counts {
      if let table = count.first.table, let place = places[table] {
        classes[place].doubts.append(count)
      } else {
        doubts.append(count)
      }
    }
  }
}
