import PersistentObjects

/// What an old file becomes: the classes of the new store, with all that is doubtful about them and their
/// values.
public struct LegacyTranslation: Sendable {
  /// The classes of the new store.
  public let model: StoreModel
  /// What the old file has, counted, and the doubts about it.
  public internal(set) var summary: LegacySummary
  /// How the objects of each class are brought over, in the order of the old file's classes.
  let classes: [LegacyClassTranslation]
  let calendar: LegacyCalendar
}

/// How the objects of one class are brought over.
struct LegacyClassTranslation: Sendable {
  /// The class of the old file.
  let source: LegacyClass
  /// The class of the new store.
  let target: ClassModel
  /// The properties of the new class, in their order.
  let properties: [LegacyPropertyTranslation]

  /// The first key that is not given.
  var nextKey: Int64 {
    let last = max(source.lastKey ?? 0, source.greatestKey ?? 0)
    return last == .max ? last : max(0, last) + 1
  }
}

/// Where the values of one property come from, and how they are kept.
struct LegacyPropertyTranslation: Sendable {
  let source: Source
  let form: LegacyForm

  /// A part of an object of the old file, by its place among the class's properties or collections.
  enum Source: Hashable {
    case column(Int)
    /// All of a collection; nil stands for the objects among values that are none.
    case collection(Int)
    /// The objects alone of a collection that has others, too: by their positions, if it is an array.
    case objects(Int)
  }
}

extension LegacyStore {
  /// Reads everything once, and decides what the new store has for each class and property. The file has no
  /// types, so they are the narrowest that keep all values as they are.
  ///
  /// - Parameters:
  ///   - map: names and kinds that the file does not show.
  ///   - calendar: the time zone of the writer.
  ///   - progress: told how many objects were read; what it throws ends the work.
  /// - Throws: `invalidModel` if the file is another kind of database, or if the map names what it has not.
  public func translation(
    map: LegacyMap = LegacyMap(), calendar: LegacyCalendar,
    progress: (_ done: Int) throws -> Void = { _ in }
  ) throws -> LegacyTranslation {
    let model = try model(map: map)
    var censuses: [String: LegacyClassCensus] = [:]
    var count = 0
    var summary = try summary(of: model, calendar: calendar) { object, type in
      censuses[type.table, default: LegacyClassCensus(type)].add(object)
      count += 1
      if count.isMultiple(of: 100) { try progress(count) }
    }
    var translator = LegacyTranslator(model)
    let relations = LegacyClassRelations(layout)
    let classes = model.classes.map { type in
      let related = relations.related(to: type.table).compactMap { model.class(table: $0.name) }
      let census = censuses[type.table] ?? LegacyClassCensus(type)
      return translator.translate(
        type, census.borrowing(for: type, from: related.map { ($0, censuses[$0.table]) }))
    }
    summary.add(translator.doubts)
    return LegacyTranslation(
      model: StoreModel(classes: classes.map(\.target).sorted { $0.name < $1.name }),
      summary: summary, classes: classes, calendar: calendar)
  }
}

/// The forms of all values of a class.
struct LegacyClassCensus {
  private(set) var columns: [LegacyCensus]
  private(set) var collections: [LegacyCensus]

  init(_ type: LegacyClass) {
    columns = Array(repeating: LegacyCensus(), count: type.properties.count)
    collections = Array(repeating: LegacyCensus(), count: type.collections.count)
  }

  /// Has the forms of the same properties of classes that may be related, where there are no values of its own.
  func borrowing(
    for type: LegacyClass, from related: [(type: LegacyClass, census: LegacyClassCensus?)]
  ) -> LegacyClassCensus {
    var copy = self
    for (index, property) in type.properties.enumerated() where columns[index].isEmpty {
      for (other, census) in related {
        let place = other.properties.firstIndex {
          $0.column == property.column && $0.declaredType == property.declaredType
        }
        if let place, let found = census?.columns[place], !found.isEmpty,
          copy.columns[index].isEmpty
        {
          copy.columns[index] = found
        }
      }
    }
    for (index, collection) in type.collections.enumerated() where collections[index].isEmpty {
      for (other, census) in related {
        let place = other.collections.firstIndex {
          $0.column == collection.column && $0.shape == collection.shape
        }
        if let place, let found = census?.collections[place], !found.isEmpty,
          copy.collections[index].isEmpty
        {
          copy.collections[index] = found
        }
      }
    }
    return copy
  }

  mutating func add(_ object: LegacyObject) {
    for (index, value) in object.values.enumerated() { columns[index].add(value) }
    for (index, value) in object.collections.enumerated() {
      collections[index].add(elementsOf: value)
    }
  }
}
