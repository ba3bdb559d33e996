/// The widths and alignments of columns.
struct ColumnLayout: Equatable {
  static let gap = 2
  /// The widths below which columns are not cut: in general, beside sentences, and of sentences.
  private static let (narrowest, narrowestBesideProse, narrowestProse) = (6, 30, 36)

  private(set) var widths: [Int]
  let isRightAligned: [Bool]
  /// Whether the columns fit side by side without being cut too much.
  let fits: Bool
  /// The width of all columns, without the gaps between them.
  private let room: Int

  /// - Parameter width: the width for all columns; the widest columns are cut first.
  init(of columns: [OutputColumn], measuring rows: [[OutputValue]], width: Int) {
    widths = columns.indices.map { index in
      Self.width(of: columns[index], in: rows.lazy.map { $0[index] }, limit: width)
    }
    isRightAligned = columns.indices.map { index in
      Self.isRightAligned(columns[index], rows.lazy.map { $0[index] })
    }
    room = width - Self.gap * max(0, columns.count - 1)
    let usual =
      columns.contains(where: \.isProse) ? Self.narrowestBesideProse : Self.narrowest
    let narrowest = columns.map { $0.isProse ? Self.narrowestProse : usual }
    // Numbers are not cut.
    let least = zip(zip(widths, narrowest), isRightAligned).map { $1 ? $0.0 : min($0.0, $0.1) }
    fits = least.reduce(0, +) <= room || columns.count < 2
    if fits { shrink(to: room, notBelow: least) }
  }

  /// Returns the width to which a text is cut. The last column may use the rest.
  func limit(ofColumn index: Int) -> Int {
    guard index == widths.count - 1 else { return widths[index] }
    return max(widths[index], room - widths.dropLast().reduce(0, +))
  }

  private static func width(
    of column: OutputColumn, in values: some Sequence<OutputValue>, limit: Int
  ) -> Int {
    values.reduce(min(limit, column.name.visible.displayWidth)) { width, value in
      // Do not measure a long text to its end.
      max(width, column.shown(value).cut(to: limit).displayWidth)
    }
  }

  private static func isRightAligned(
    _ column: OutputColumn, _ values: some Sequence<OutputValue>
  ) -> Bool {
    switch column.alignment {
    case .left: return false
    case .right: return true
    case .automatic:
      var hasNumber = false
      for value in values where value != .null {
        guard value.isNumber else { return false }
        hasNumber = true
      }
      return hasNumber
    }
  }

  /// Narrows the widest columns.
  private mutating func shrink(to room: Int, notBelow least: [Int]) {
    var excess = widths.reduce(0, +) - room
    while excess > 0,
      let widest = widths.indices.filter({ widths[$0] > least[$0] })
        .max(by: { widths[$0] < widths[$1] })
    {
      widths[widest] -= 1
      excess -= 1
    }
  }
}
