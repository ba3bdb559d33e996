import Foundation
import PersistentObjectsAncestors

/// The value expected by `Fixtures/Ancestors/make-files`: a list of its form and its parts.
struct Expectation {
  let form: String
  let payload: Any

  init?(_ json: Any?) {
    guard let list = json as? [Any], list.count == 2, let form = list[0] as? String else {
      return nil
    }
    self.form = form
    payload = list[1]
  }

  func matches(_ value: LegacyValue) -> Bool {
    switch value {
    case .archive(let archive): matches(archive)
    case .array(let values), .set(let values): form == value.form && matches(values)
    case .dictionary(let entries): form == "dictionary" && matches(entries)
    case .null: form == "null"
    default: form == value.form && matches(scalar: value)
    }
  }

  private var text: String? { payload as? String }

  private func matches(scalar value: LegacyValue) -> Bool {
    switch value {
    case .boolean(let value): payload as? Bool == value
    case .integer(let value): text == String(value)
    case .unsigned(let value): text == String(value)
    case .real(let value): text.flatMap(Double.init) == value
    case .notFinite(let value): text == value.rawValue
    case .text(let value), .number(let value):
      text.map { $0.utf8.elementsEqual(value.utf8) } ?? false
    case .data(let bytes), .image(let bytes): text == Data(bytes).hexadecimal
    case .date(let date): text == String(date.tenThousandths)
    case .reference(let reference): matches(reference)
    case .url(let url): payload as? [String] == [url.relative] + url.bases
    default: false
    }
  }

  private func matches(_ reference: LegacyReference) -> Bool {
    let list = payload as? [Any]
    return list?.first as? String == reference.table && list?.last as? Int == Int(reference.key)
  }

  private func matches(_ archive: LegacyArchive) -> Bool {
    switch form {
    case "unknown": return text == archive.className && (try? archive.value()) == nil
    case "archive":
      guard let value = try? archive.value(), let list = payload as? [Any] else { return false }
      return Expectation(list.first)?.matches(value) ?? false
    default: return false
    }
  }

  private func matches(_ values: [LegacyValue]) -> Bool {
    guard let list = payload as? [Any], list.count == values.count else { return false }
    return zip(list, values).allSatisfy { Expectation($0)?.matches($1) ?? false }
  }

  /// Whether entries match; child tables return entries in the order of their keys.
  private func matches(_ entries: [LegacyEntry]) -> Bool {
    guard let list = payload as? [[Any]], list.count == entries.count else { return false }
    return list.allSatisfy { pair in
      entries.contains {
        Expectation(pair.first)?.matches($0.key) ?? false
          && Expectation(pair.last)?.matches($0.value) ?? false
      }
    }
  }
}

extension LegacyDate {
  /// Ten-thousandths of a second since 1970.
  var tenThousandths: Int64 {
    Int64(((secondsSince2001 + 978_307_200) * 10_000).rounded())
  }
}

extension Data {
  var hexadecimal: String { map { String(format: "%02x", $0) }.joined() }
}

/// The files in `Fixtures/Ancestors`.
enum Fixture {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/Ancestors")

  static func path(_ name: String) -> String {
    folder.appendingPathComponent(name + ".sqlite3").path
  }

  static func json(_ name: String) throws -> [String: Any] {
    let data = try Data(contentsOf: folder.appendingPathComponent(name + ".json"))
    return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }
}
