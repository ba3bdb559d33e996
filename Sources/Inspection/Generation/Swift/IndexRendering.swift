import PersistentObjectsInspection

/// The declaration of an index, such as `.unique(\.email).descending(\.age)`.
struct IndexRendering {
  private let index: ModelIndex

  private let spelling: SwiftSpelling

  init(_ index: ModelIndex, _ spelling: SwiftSpelling) {
    self.index = index
    self.spelling = spelling
  }

  var source: String {
    let runs = index.members.chunked {
      $0.isDescending == $1.isDescending && $0.path != nil && $1.path != nil
    }
    if runs.count == 1, !index.isUnique, index.condition == nil, !runs[0][0].isDescending,
      runs[0][0].path != nil
    {
      return "[\(paths(runs[0]))]"
    }
    return runs.enumerated().map(source).joined()
      + (index.condition.map { ".where(sql: \($0.swiftLiteral))" } ?? "")
  }

  private func source(_ position: Int, _ run: [ModelIndex.Member]) -> String {
    let isDescending = run[0].isDescending
    let direction = isDescending ? ".descending" : ".ascending"
    switch run[0].content {
    case .expression(let expression):
      return (position == 0 ? empty : "") + "\(direction)(sql: \(expression.swiftLiteral))"
    case .path:
      return (position == 0 ? beginning(isDescending) : direction) + "(\(paths(run)))"
    }
  }

  private func paths(_ run: [ModelIndex.Member]) -> String {
    run.compactMap(\.path).joined(separator: ", ")
  }

  /// The expression of an index without members.
  private var empty: String { index.isUnique ? ".unique()" : "\(spelling.standard("Index"))()" }

  private func beginning(_ isDescending: Bool) -> String {
    switch (index.isUnique, isDescending) {
    case (true, false): ".unique"
    case (true, true): ".unique().descending"
    case (false, true): ".descending"
    case (false, false): spelling.standard("Index")
    }
  }
}

extension ModelIndex.Member {
  /// The key path of a property or a field; nil for an expression.
  fileprivate var path: String? {
    if case .path(let names, _) = content {
      "\\.\(names.map(SwiftName.source).joined(separator: "."))"
    } else {
      nil
    }
  }
}

extension Array {
  /// Returns the elements in runs. Within a run, each element belongs to the one before it.
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
