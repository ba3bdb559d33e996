/// The word that the user probably meant.
package struct Suggestion: Equatable {
  /// The nearest word; nil if none is near.
  let word: String?

  /// - Parameters:
  ///   - text: the typed text.
  ///   - words: the possible words, in order of preference.
  package init(for text: String, among words: [String]) {
    let typed = Array(text.lowercased())
    // Of words that are equally near, prefer one with the same first letter.
    let ordered = words.filter { $0.first == text.first } + words.filter { $0.first != text.first }
    let nearest = ordered.map { ($0, Self.distance(from: typed, to: Array($0.lowercased()))) }
      .min { $0.1 < $1.1 }
    // A third of the letters may be wrong. The beginning of only one word means that word.
    let limit = max(1, typed.count / 3)
    let beginnings = words.filter { text.count > 2 && $0.hasPrefix(text) }
    if let nearest, nearest.1 <= limit {
      word = nearest.0
    } else {
      word = beginnings.count == 1 ? beginnings.first : nil
    }
  }

  /// `; did you mean show?`, or nothing.
  package var asQuestion: String { word.map { "; did you mean \($0)?" } ?? "" }

  /// Returns the number of letters to insert, remove, replace or swap with a neighbour.
  private static func distance(from: [Character], to: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...to.count)
    for (row, letter) in from.enumerated() {
      var current = [row + 1]
      for (column, other) in to.enumerated() {
        var least = min(last[column + 1] + 1, current[column] + 1)
        least = min(least, last[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == to[column - 1], from[row - 1] == other {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      (beforeLast, last) = (last, current)
    }
    return last[to.count]
  }
}

extension [String] {
  /// The words as a choice in a sentence: `a, b or c`.
  var alternatives: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}
