/// Hands out names for tables in a statement, each only once.
final class AliasNames {
  private var taken: Set<String>

  init(taken name: String) { taken = [name.lowercased()] }

  /// Returns `name`, or `name_2` and so on if it is taken.
  func unique(_ name: String) -> String {
    var result = name
    var number = 1
    while !taken.insert(result.lowercased()).inserted {
      number += 1
      result = "\(name)_\(number)"
    }
    return result
  }
}
