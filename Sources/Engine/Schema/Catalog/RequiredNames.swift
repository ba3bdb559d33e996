/// The names that a needed table or column may have in the file.
struct RequiredNames {
  let current: String
  /// The names in earlier versions of the program.
  let former: [String]

  /// Returns the former name that is among `names`; nil if the current one is.
  fileprivate func formerName(in names: Set<String>) -> String? {
    names.contains(current) ? nil : former.first(where: names.contains)
  }
}

extension [RequiredNames] {
  /// The first name that is a former one of itself, through those of others; nil if there is none.
  var exchanged: String? { first(where: leadsBack)?.current }

  private func leadsBack(_ names: RequiredNames) -> Bool {
    var waiting = names.former.filter { $0 != names.current }
    var seen: Set<String> = []
    while let former = waiting.popLast() {
      if former == names.current { return true }
      guard seen.insert(former).inserted else { continue }
      waiting += first { $0.current == former }?.former ?? []
    }
    return false
  }

  /// Returns the indices of all elements with their names in the file; nil for those that are
  /// missing.
  ///
  /// A former name belongs to what was renamed, even if something new needs that name now. What was
  /// renamed comes first, in an order in which each new name is free.
  func find(in file: Set<String>) -> [(index: Int, name: String?)] {
    var names = file
    var rest = indices.map(\.self)
    var found: [(index: Int, name: String?)] = []
    while let position = rest.firstIndex(where: { self[$0].formerName(in: names) != nil }) {
      let index = rest.remove(at: position)
      let former = self[index].formerName(in: names)
      if let former { names.remove(former) }
      found.append((index: index, name: former))
    }
    for index in rest {
      let current = self[index].current
      found.append((index: index, name: names.contains(current) ? current : nil))
    }
    return found
  }
}
