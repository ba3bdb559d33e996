import PersistentObjects
import TestSupport
import Testing

/// Saves paints with the old codec, then returns a store of the new program on the same file. A
/// paint is named after its number n; it has the colour 10n, and collections with the following
/// colours.
func evolve(
  _ numbers: [Int?], codecs: CodecRegistry = Numbered.codecs,
  _ body: (TemporaryStore, Store) throws -> Void
) throws {
  try TemporaryStore.run(codecs: Before.codecs) { store, session in
    try session.transaction {
      for number in numbers { try session.save(paint(number)) }
    }
    let new = try store.reopened(codecs: codecs)
    defer { new.close() }
    try body(store, new)
  }
}

private func paint(_ number: Int?) -> Before.Paint {
  let paint = Before.Paint(name: number.map(String.init) ?? "none")
  guard let number, number < 1000 else { return paint.with(color: number) }
  func color(_ offset: Int) -> Color { Color(number: 10 * number + offset) }
  paint.shades = [color(0), color(0)]
  paint.mixes = [color(1), color(2)]
  paint.uses = [color(3): color(4), color(5): color(6)]
  paint.notes = [color(7), nil]
  return paint.with(color: number)
}

extension Before.Paint {
  fileprivate func with(color number: Int?) -> Before.Paint {
    color = number.map { Color(number: 10 * $0) }
    return self
  }
}

/// Rewrites the child tables of paints, and returns the numbers of cells.
func recodeChildren(_ store: Store) throws -> [Int] {
  [
    try store.blocking.recode(.property(\Numbered.Paint.shades, from: HexColor())),
    try store.blocking.recode(.property(\Numbered.Paint.mixes, from: HexColor())),
    try store.blocking.recode(.property(\Numbered.Paint.uses, from: HexColor())),
    try store.blocking.recode(.keys(\Numbered.Paint.uses, from: HexColor())),
    try store.blocking.recode(.property(\Numbered.Paint.notes, from: OptionalCodec(HexColor()))),
  ]
}

extension Store {
  /// The whole contents of the file.
  func dump() throws -> [String] {
    let session = Session(store: self)
    func texts(_ sql: String) throws -> [String] {
      try session.rows(Criteria(stringLiteral: sql))
        .map { $0.map(\.shown).joined(separator: "|") }
    }
    let tables = try texts("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    return try texts("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
      + tables.flatMap { table in try texts("SELECT * FROM \(table)").map { "\(table): \($0)" } }
  }
}

extension TemporaryStore {
  /// The whole contents of the file.
  func dump() throws -> [String] { try store.dump() }

  /// The records of the columns with the given name.
  func record(_ column: String) throws -> [String] {
    try rows(
      """
      SELECT storage, codec, version, oldest_version FROM _persistent_column \
      WHERE column_name = \(column) ORDER BY table_name
      """)
  }
}
