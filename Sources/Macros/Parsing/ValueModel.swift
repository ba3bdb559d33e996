/// A struct or enum that is marked `@Embeddable`, as the generators see it.
struct ValueModel {
  /// The type, with the types around it.
  let type: String
  /// The name that is recorded.
  let name: String
  let access: AccessLevel
  let content: Content

  enum Content {
    /// The stored properties of a struct.
    case fields([PropertyModel])
    case cases([CaseModel])
  }
}

/// A case of an enum that is marked `@Embeddable`.
struct CaseModel {
  let name: Name
  let column: ColumnArguments
  let values: Values

  /// The associated values.
  enum Values {
    case none
    /// One value without a label, which is a field of the enum.
    case one(TypeSpelling)
    /// Values that are the fields of a value of their own. Those without a label are named by their
    /// positions, as in Swift's own coding: `_0`.
    case several([PropertyModel])
  }

  /// The name as it is stored.
  var storedName: String { column.name ?? name.text }
}
