import Foundation
import PersistentObjects

extension TextTable {
  /// Makes a table of rows from raw SQL, under the names of their columns.
  init(_ headings: [String], rows: [[StoredValue]]) {
    self.init(headings)
    for row in rows { append(row.map(\.shown)) }
  }

  /// Makes a table of packages, with the cells of each.
  init(
    _ headings: [String], _ packages: some Sequence<Package>, cells: (Package) throws -> [String?]
  ) rethrows {
    self.init(headings)
    for package in packages { append(try cells(package)) }
  }
}

extension StoredValue {
  /// The value as SQL shows it; bytes are shown as their number and the first of them. nil is NULL.
  var shown: String? {
    switch self {
    case .null: nil
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let value): value
    case .bytes(let bytes): "\(bytes.count) bytes: \(bytes.prefix(8).hexadecimal)…"
    }
  }
}

extension Collection<UInt8> {
  /// The bytes as two digits each.
  var hexadecimal: String {
    map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
