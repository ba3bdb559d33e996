import Foundation
import PersistentObjects
import PersistentObjectsCodecs
import PersistentObjectsDriver
import PersistentObjectsEngine
import PersistentObjectsInspection

@testable import PersistentObjectsAncestors

/// An object of the new store, for comparison with the one in memory.
struct NewObject {
  private let object: InspectedObject
  private let type: LegacyClassTranslation
  /// The tables of the new store, by those of the old one.
  private let tables: [String: String]

  init(_ object: InspectedObject, of type: LegacyClassTranslation, tables: [String: String]) {
    self.object = object
    self.type = type
    self.tables = tables
  }

  /// Whether a property of the old class was transferred, to one property or to two.
  func has(_ expected: Expectation, in property: String) -> Bool {
    guard let value = object[property] else { return false }
    guard let objects = object[property + "Objects"] else { return matches(expected, value) }
    switch (expected.form, expected.payload, value) {
    case ("array", let elements as [Any], .list(let values)):
      return elements.count == values.count
        && zip(elements, values).enumerated().allSatisfy { index, pair in
          guard let element = Expectation(pair.0) else { return false }
          guard element.form == "reference" else { return matches(element, pair.1) }
          return pair.1 == .null
            && self.entry(.integer(Int64(index)), of: objects).map { matches(element, $0) } == true
        }
    case ("dictionary", let entries as [[Any]], _):
      return entries.allSatisfy { entry in
        guard let key = Expectation(entry[0])?.payload as? String,
          let element = Expectation(entry[1])
        else { return false }
        let found = self.entry(.text(key), of: element.form == "reference" ? objects : value)
        return found.map { matches(element, $0) } ?? false
      } && entries.count == count(value) + count(objects)
    case ("set", let elements as [Any], _):
      guard case .list(let values) = value, case .list(let references) = objects else {
        return false
      }
      return isSame(elements, values + references)
    default: return false
    }
  }

  private func count(_ value: InspectedValue) -> Int {
    if case .entries(let entries) = value { entries.count } else { 0 }
  }

  private func entry(_ key: InspectedValue, of value: InspectedValue) -> InspectedValue? {
    guard case .entries(let entries) = value else { return nil }
    return entries.first { $0.key == key }?.value
  }

  private func isSame(_ expected: [Any], _ values: [InspectedValue]) -> Bool {
    expected.count == values.count
      && expected.allSatisfy { element in
        values.contains { value in Expectation(element).map { matches($0, value) } ?? false }
      }
  }

  private func matches(_ expected: Expectation, _ value: InspectedValue) -> Bool {
    let text = expected.payload as? String
    switch (expected.form, value) {
    case ("null", .null): return true
    case ("null", .list(let values)): return values.isEmpty
    case ("boolean", .bool(let found)): return expected.payload as? Bool == found
    case ("integer", .integer(let found)), ("number", .integer(let found)):
      return text == "\(found)"
    case ("integer", .number(let found)), ("unsigned", .number(let found)),
      ("number", .number(let found)):
      return text == found
    case ("real", .real(let found)), ("number", .real(let found)), ("notFinite", .real(let found)):
      return text.flatMap(Double.init).map { $0 == found || $0.isNaN && found.isNaN } ?? false
    case ("text", .text(let found)): return text.map { $0.utf8.elementsEqual(found.utf8) } ?? false
    case ("data", .bytes(let bytes)), ("image", .bytes(let bytes)):
      return text == Data(bytes).hexadecimal
    case ("date", .time(let found)): return text == Self.tenThousandths(found).map(String.init)
    case ("reference", .reference(let key)):
      let list = expected.payload as? [Any]
      return (list?.first as? String).flatMap { tables[$0] } == key.table
        && list?.last as? Int == Int(key.pk)
    case ("archive", _):
      return ((expected.payload as? [Any])?.first).flatMap { Expectation($0) }.map {
        matches($0, value)
      } ?? false
    case ("unknown", .object(let name, _)): return text == name
    case ("url", _): return expected.payload as? [String] == Self.url(value)
    case ("array", .list(let values)):
      let list = expected.payload as? [Any] ?? []
      return list.count == values.count
        && zip(list, values).allSatisfy { element, value in
          Expectation(element).map { matches($0, value) } ?? false
        }
    case ("set", .list(let values)): return isSame(expected.payload as? [Any] ?? [], values)
    case ("dictionary", .entries(let entries)):
      let list = expected.payload as? [[Any]] ?? []
      return list.count == entries.count
        && list.allSatisfy { pair in
          entries.contains { entry in
            Expectation(pair[0]).map { matches($0, entry.key) } == true
              && Expectation(pair[1]).map { matches($0, entry.value) } == true
          }
        }
    default: return false
    }
  }

  private static func url(_ value: InspectedValue) -> [String]? {
    switch value {
    case .text(let text): return [text]
    case .object("NSURL", let fields):
      guard case .text(let relative)? = fields.first(where: { $0.name == "NS.relative" })?.value
      else { return nil }
      let base = fields.first { $0.name == "NS.base" }?.value ?? .null
      return [relative] + (base == .null ? [] : url(base) ?? ["?"])
    default: return nil
    }
  }

  private static func tenThousandths(_ text: String) -> Int64? {
    let cells = RowBatch([.text(text)])
    let reader = ColumnReader(cells, at: 0)
    guard let date = try? DateCodec().decode(from: reader) else { return nil }
    return Int64(((date.timeIntervalSinceReferenceDate + 978_307_200) * 10_000).rounded())
  }
}
