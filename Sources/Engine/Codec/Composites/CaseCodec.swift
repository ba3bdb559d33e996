import PersistentObjectsDriver

/// The codec of the column that names the case of an enum. Its values are positions among the
/// cases.
///
///     codec = "cases(" case {"," case} ")"     the names as they are stored
struct CaseCodec: ColumnCodec {
  let cases: [_EnumCase]

  let storage = StorageClass.text
  var identifier: CodecIdentifier { .cases(cases.map(\.name)) }

  func encode(_ position: Int, into column: inout ColumnWriter) throws {
    column.write(cases[position].name)
  }

  func decode(from column: borrowing ColumnReader) throws -> Int {
    let name = try column.text()
    if let position = cases.firstIndex(where: { $0.name == name }) { return position }
    throw CodecError(
      "there is no case '\(name)'; the cases are \(cases.map(\.name).joined(separator: ", "))")
  }
}

/// A case of an enum that `@Embeddable` makes embeddable.
public struct _EnumCase: Sendable {
  /// The name, as it is stored.
  let name: String
  /// The names that the case had before.
  let renamedFrom: [String]
  /// The way to the values of the case among the fields of the enum.
  let keyPath: any AnyKeyPath & Sendable

  /// Creates a case.
  public init<Fields, Value>(
    _ name: String, _ property: any KeyPath<Fields, Value> & Sendable, renamedFrom: [String] = []
  ) {
    self.name = name
    self.renamedFrom = renamedFrom
    keyPath = property
  }
}

extension CodecIdentifier {
  private static let casesPrefix = "cases("

  /// The codec of the column that names the case of an enum with these cases.
  static func cases(_ names: [String]) -> CodecIdentifier {
    CodecIdentifier("\(casesPrefix)\(names.joined(separator: ",")))")
  }

  /// The names of the cases, if the column names the case of an enum.
  package var cases: [String]? {
    guard name.hasPrefix(Self.casesPrefix), name.hasSuffix(")") else { return nil }
    return name.dropFirst(Self.casesPrefix.count).dropLast().split(separator: ",").map(String.init)
  }
}
