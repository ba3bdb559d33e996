import Foundation
import PersistentObjectsKeyedArchive

extension InspectedValue {
  /// Creates a value from the contents of an archive.
  init(_ outline: ArchiveOutline) {
    self =
      switch outline {
      case .null: .null
      case .bool(let value): .bool(value)
      case .integer(let value): .integer(value)
      case .unsigned(let value): .number("\(value)")
      case .real(let value): .real(value)
      case .text(let text): .text(text)
      case .bytes(let bytes): .bytes(bytes)
      case .date(let seconds): .moment(Date(timeIntervalSinceReferenceDate: seconds))
      case .list(let values): .list(values.map(InspectedValue.init))
      case .entries(let entries): Self.entries(entries)
      case .object(let name, let fields):
        .object(
          className: name,
          fields: fields.map { Field(name: $0.name, value: InspectedValue($0.value)) })
      case .cycle(let name): .object(className: "\(name) …", fields: [])
      }
  }

  /// Returns the entries of a dictionary. The archive of a `Codable` value has the names of its
  /// properties as keys, and no class.
  private static func entries(
    _ entries: [(key: ArchiveOutline, value: ArchiveOutline)]
  ) -> InspectedValue {
    .entries(
      entries.map { Entry(key: InspectedValue($0.key), value: InspectedValue($0.value)) }
        .sorted { $0.key.description < $1.key.description })
  }
}
