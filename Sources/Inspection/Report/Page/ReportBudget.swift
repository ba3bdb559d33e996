/// The number of bytes that are left for a page.
struct ReportBudget {
  /// The remaining bytes.
  private(set) var room: Int

  /// Uses up bytes.
  mutating func take(_ bytes: Int) { room -= bytes }

  /// Returns the number of first elements whose markup fits into a part of the room, and uses up
  /// that room.
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
  /// Returns the first elements whose markup fits.
  func fitting(bytes: Int, limit: Int, _ markup: (Element) -> HTML) -> [Element] {
    var room = bytes
    return Array(
      prefix(limit).prefix { element in
        room -= markup(element).bytes.count
        return room >= 0
      })
  }
}
