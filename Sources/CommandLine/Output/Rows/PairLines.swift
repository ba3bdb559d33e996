/// Names and values on separate lines. Values begin at the same column and are broken at the width;
/// objects in them are indented below their names.
///
///     lastName  Smith
///     home
///       city    Rome
///     scores
///       - 12
///       - game   chess
///         score  2.5
struct PairLines {
  /// The maximum width of a name; longer ones are on a separate line.
  private static let widestName = 30
  /// The least room for a value.
  private static let narrowestValue = 10
  private static let indentation = 2

  let width: Int
  let style: Style

  func text(of pairs: [OutputPair]) -> String {
    lines(of: pairs, width: width).map { $0 + "\n" }.joined()
  }

  private func lines(of pairs: [OutputPair], width: Int) -> [String] {
    let names = pairs.map { $0.name.visible }
    let widest = zip(names, pairs).filter { !$1.value.isNested }.map(\.0.displayWidth).max()
    let column = min(Self.widestName, widest ?? 0) + ColumnLayout.gap
    return zip(names, pairs).flatMap { name, pair in
      pair.value.isNested
        ? [style.dim(name)] + block(pair.value, width: width - Self.indentation).map(indented)
        : lines(name: name, pair: pair, column: column, width: width)
    }
  }

  private func lines(name: String, pair: OutputPair, column: Int, width: Int) -> [String] {
    let room = max(Self.narrowestValue, width - column)
    let pieces = pair.value.shown(pair.presentation).pieces(ofWidth: room)
    let color: Style.Color? = pair.value == .null ? .dim : nil
    let values = pieces.map { style.paint($0, in: color) }
    let blank = String(repeating: " ", count: column)
    guard name.displayWidth <= column - ColumnLayout.gap else {
      return [style.dim(name)] + values.map { blank + $0 }
    }
    return zip([style.dim(name.padded(to: column))] + pieces.dropFirst().map { _ in blank }, values)
      .map { $0 + $1 }
  }

  /// Returns the lines of a value that is below its name, or is an element of a list.
  private func block(_ value: OutputValue, width: Int) -> [String] {
    switch value {
    case .object(let pairs) where !pairs.isEmpty: lines(of: pairs, width: width)
    case .list(let values) where value.isNested:
      values.flatMap { element($0, width: width - Self.indentation) }
    default:
      value.shown().pieces(ofWidth: max(Self.narrowestValue, width))
    }
  }

  /// Returns the lines of an element, the first of them after a dash.
  private func element(_ value: OutputValue, width: Int) -> [String] {
    let lines = block(value, width: width)
    return lines.prefix(1).map { style.dim("- ") + $0 } + lines.dropFirst().map(indented)
  }

  private func indented(_ line: String) -> String {
    String(repeating: " ", count: Self.indentation) + line
  }
}
