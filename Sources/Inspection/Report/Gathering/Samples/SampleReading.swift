import PersistentObjects
import PersistentObjectsDriver
import PersistentObjectsInspection

/// Reads sample objects of one class. For a property that cannot be read, it shows the reason, and
/// goes on with the other properties.
struct SampleReading {
  private let reader: ClassReader
  private let shown: ShownValues

  init(_ table: String, _ file: InspectedFile) {
    reader = ClassReader(table, file.catalog, file.connection)
    shown = ShownValues(classNames: file.classNames)
  }

  /// Returns the object with a key; nil if there is none.
  ///
  /// Throws if the object's row cannot be read.
  func object(pk: Int64) throws -> ReportObject? {
    var object: ReportObject?
    try reader.forEachRow("WHERE pk = \(pk)") { row in
      object = ReportObject(key: "\(pk)", properties: properties(pk, row))
      return false
    }
    return object
  }

  private func properties(_ pk: Int64, _ row: Row) -> [ReportProperty] {
    reader.values.map { name, reading in
      ReportProperty(name: name, value: shown.value(of: reading, in: row))
    }
      + reader.collections.map { collection in
        ReportProperty(name: collection.name, value: value(of: collection, pk, row))
      }
  }

  private func value(of collection: CollectionReader, _ pk: Int64, _ row: Row)
    -> ReportValue
  {
    if let place = collection.presencePosition, row.isNull(at: place) { return .null }
    return value(of: collection.level, at: [.integer(pk)], depth: 0)
  }

  private func value(
    of level: CollectionLevel, at key: [StoredValue], depth: Int
  ) -> ReportValue {
    do {
      var elements: [ReportElement] = []
      let most = depth < ReportValue.maximumDepth ? ReportValue.maximumElements : 0
      try level.forEachRow(at: key) { row in
        guard elements.count < most else { return false }
        elements.append(element(of: level, row, depth: depth))
        return true
      }
      let isAll = elements.count < most
      return .collection(elements, count: isAll ? elements.count : try level.count(at: key))
    } catch {
      return .unreadable(ShownValues.words(of: error))
    }
  }

  private func element(of level: CollectionLevel, _ row: Row, depth: Int) -> ReportElement {
    let key = level.table.key.map { shown.value(of: $0, in: row) }
    guard let element = level.table.elementReading else {
      return ReportElement(key: key, value: .null)
    }
    guard let inner = level.inner, case .column(let presence) = element,
      !row.isNull(at: presence.position)
    else { return ReportElement(key: key, value: shown.value(of: element, in: row)) }
    return ReportElement(
      key: key, value: value(of: inner, at: level.innerKey(of: row), depth: depth + 1))
  }
}

extension ReportValue {
  /// The objects that the value refers to.
  var links: [ReportLink] {
    switch self {
    case .reference(let link): [link]
    case .collection(let elements, _): elements.flatMap { ($0.key?.links ?? []) + $0.value.links }
    default: []
    }
  }

  /// About how much memory the value takes, in bytes.
  var weight: Int {
    switch self {
    case .null: 16
    case .text(let text), .figure(let text), .bytes(let text, _), .undecoded(let text, _):
      64 + text.text.utf8.count
    case .reference: 64
    case .collection(let elements, _):
      elements.reduce(32) { $0 + ($1.key?.weight ?? 0) + $1.value.weight }
    case .unreadable(let reason): 32 + reason.utf8.count
    }
  }
}
