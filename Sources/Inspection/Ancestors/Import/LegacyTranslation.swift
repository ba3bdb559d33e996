import PersistentObjects
public import PersistentObjectsInspection

/// The plan for translating an old file: the classes of the new store, and all doubts about them
/// and their values.
///
/// ```swift
/// let translation = try old.translation(calendar: berlin)
/// for line in translation.properties { print(line.className, line.property, line.type) }
/// try old.write(translation, to: "new.sqlite3")
/// ```
public struct LegacyTranslation: Sendable {
  /// The classes of the new store.
  public let model: StoreModel
  /// The counted contents of the old file, and the doubts about them.
  public internal(set) var summary: LegacySummary
  /// The translations of classes, in the order of the old file's classes.
  let classes: [LegacyClassTranslation]
  let calendar: LegacyCalendar
}

/// The translation of one class's objects.
struct LegacyClassTranslation: Sendable {
  /// The class of the old file.
  let source: LegacyClass
  /// The class of the new store.
  let target: ClassModel
  /// The properties of the new class, in their order.
  let properties: [LegacyPropertyTranslation]

  /// The first unused key.
  var nextKey: Int64 {
    let last = max(source.lastKey ?? 0, source.greatestKey ?? 0)
    return last == .max ? last : max(0, last) + 1
  }
}

/// The source of one property's values, and the form in which they are kept.
struct LegacyPropertyTranslation: Sendable {
  let source: Source
  let form: LegacyForm

  /// A part of an object of the old file, by its index among the class's properties or collections.
  enum Source: Hashable {
    case column(Int)
    /// All elements of a collection. Objects among values are replaced by nil, or left out.
    case collection(Int)
    /// The objects alone in a collection of mixed elements, keyed by their positions if it is an
    /// array.
    case objects(Int)
  }
}

extension LegacyStore {
  /// Reads everything once, and decides the form of each class and property in the new store. The
  /// file records no types, so the forms are the narrowest that keep all values unchanged.
  ///
  /// - Parameters:
  ///   - map: names and kinds that cannot be derived from the file.
  ///   - calendar: the time zone of the writer.
  ///   - progress: called with the number of objects read; its errors end the work.
  /// - Throws: `invalidModel` if the file is another kind of database, or if the map names
  ///   something that the file does not have.
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
        type,
        census.borrowing(
          for: type, from: related.compactMap { other in censuses[other.table].map { (other, $0) } }
        ))
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

  /// Returns the census, in which a property without values has the forms of the same property in
  /// classes that may be related.
  func borrowing(
    for type: LegacyClass, from related: [(type: LegacyClass, census: LegacyClassCensus)]
  ) -> LegacyClassCensus {
    var copy = self
    for (index, property) in type.properties.enumerated() where columns[index].isEmpty {
      let found = related.lazy.compactMap { $0.census.census(like: property, of: $0.type) }.first
      copy.columns[index] = found ?? columns[index]
    }
    for (index, collection) in type.collections.enumerated() where collections[index].isEmpty {
      let found = related.lazy.compactMap { $0.census.census(like: collection, of: $0.type) }.first
      let hasNil = collections[index].forms.contains(.null)
      copy.collections[index] = found?.withNil(hasNil) ?? collections[index]
    }
    return copy
  }

  /// Returns the forms of a column with the same name and type in another class; nil if it has no
  /// values.
  private func census(like property: LegacyProperty, of type: LegacyClass) -> LegacyCensus? {
    zip(type.properties, columns).first {
      $0.column == property.column && $0.declaredType == property.declaredType && !$1.isEmpty
    }?.1
  }

  /// Returns the forms of a collection with the same name and shape in another class; nil if it has
  /// no values.
  private func census(like collection: LegacyCollection, of type: LegacyClass) -> LegacyCensus? {
    zip(type.collections, collections).first {
      $0.column == collection.column && $0.shape == collection.shape && !$1.isEmpty
    }?.1
  }

  mutating func add(_ object: LegacyObject) {
    for (index, value) in object.values.enumerated() { columns[index].add(value) }
    for (index, value) in object.collections.enumerated() {
      collections[index].add(elementsOf: value)
    }
  }
}
