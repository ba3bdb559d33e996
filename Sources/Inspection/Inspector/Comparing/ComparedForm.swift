import PersistentObjects
import PersistentObjectsDriver

/// The stored form of a property as two files are compared. A cell that cannot be read equals only
/// one with the same contents.
indirect enum ComparedForm: Hashable {
  /// The form of a value or a reference.
  case sound(StoredContent)
  /// A text that is not UTF-8, or a reference that is not a key.
  case damaged(StoredKind, StoredValue)
  /// The elements of an array or a set.
  case list([ComparedForm])
  /// The entries of a dictionary.
  case entries([Entry])

  struct Entry: Hashable {
    let key: ComparedForm
    let value: ComparedForm
  }
}

extension ComparedForm: PropertyForm {
  static var null: ComparedForm { .sound(.null) }

  init(_ column: ColumnReading, in row: Row) {
    if let form = try? column.form(in: row) {
      self = .sound(form)
    } else {
      self = .damaged(row.kind(at: column.position), row.value(at: column.position))
    }
  }

  init(elements: [ComparedForm]) { self = .list(elements) }

  init(entries: [(key: ComparedForm, value: ComparedForm)]) {
    self = .entries(entries.map { Entry(key: $0.key, value: $0.value) })
  }
}

/// The value of a property as a difference shows it. A cell that its codec cannot read is shown as
/// it is stored.
struct ShownForm {
  let value: InspectedValue
}

extension ShownForm: PropertyForm {
  static var null: ShownForm { ShownForm(value: .null) }

  init(_ column: ColumnReading, in row: Row) {
    let value = try? column.value(in: row)
    self.init(value: value ?? .unread(codec: column.codec, row.value(at: column.position)))
  }

  init(elements: [ShownForm]) { self.init(value: .list(elements.map(\.value))) }

  init(entries: [(key: ShownForm, value: ShownForm)]) {
    self.init(
      value: .entries(
        entries.map { InspectedValue.Entry(key: $0.key.value, value: $0.value.value) }))
  }
}
