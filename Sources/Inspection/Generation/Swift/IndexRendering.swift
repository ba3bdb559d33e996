/// The declaration of an index: `.unique(\.email).descending(\.age)`.
struct IndexRendering {
  private let index: ModelIndex

  private let spelling: SwiftSpelling

  init(_ index: ModelIndex, _ spelling: SwiftSpelling) {
    self.index = index
    self.spelling = spelling
  }

  var source: String {
    let runs = index.members.chunked { $0.isDescending == $1.isDescending }
    var text = ""
    for (position, run) in runs.enumerated() {
      let paths = run.map { "\\.\(SwiftName.source($0.property.name))" }.joined(separator: ", ")
      text += beginning(position, isDescending: run[0].isDescending) + "(\(paths))"
    }
    if runs.count == 1, !index.isUnique, index.condition == nil, !runs[0][0].isDescending {
      text = "[\(text.drop { $0 != "\\" }.dropLast())]"
    }
    return text + (index.condition.map { ".where(sql: \($0.swiftLiteral))" } ?? "")
  }

  private func beginning(_ position: Int, isDescending: Bool) -> String {
    if position > 0 { return isDescending ? ".descending" : ".ascending" }
    switch (index.isUnique, isDescending) {
    case (true, false): return ".unique"
    case (true, true): return ".unique().descending"
    case (false, true): return ".descending"
    case (false, false): return spelling.standard("Index")
    }
  }
}

extension Array {
  /// The elements in runs in which each belongs to the one before.
  fileprivate func chunked(by belongs: (Element, Element) -> Bool) -> [[Element]] {
    reduce(into: []) { runs, element in
      if let last = runs.last?.last, belongs(last, element) {
        runs[runs.count - 1].append(element)
      } else {
        runs.append([element])
      }
    }
  }
}
