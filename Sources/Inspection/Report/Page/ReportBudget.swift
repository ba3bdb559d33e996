/// The bytes that a page may still have.
struct ReportBudget {
  /// The bytes left.
  private(set) var room: Int

  /// Takes bytes away.
  mutating func take(_ bytes: Int) { room -= bytes }

  /// Returns the number of first elements whose markup fits into a part of the room, and uses that
  /// room.
  mutating func fill(_ count: Int, upTo limit: Int, _ markup: (Int) -> HTML) -> Int {
    var used = 0
    for index in 0..<count {
      let bytes = markup(index).bytes.count
      guard used + bytes <= limit else {
        take(used)
        return index
      }
      used += bytes
    }
    take(used)
    return count
  }
}

extension Array {
  /// The first elements whose markup has room.
  func fitting(bytes: Int, limit: Int, _ markup: (Element) -> HTML) -> [Element] {
    var room = bytes
    return Array(
      prefix(limit).prefix { element in
        room -= markup(element).bytes.count
        return room >= 0
      })
  }
}
