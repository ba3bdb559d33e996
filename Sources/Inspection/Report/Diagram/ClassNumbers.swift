/// The classes by name. If several have the same name, the first one counts.
struct ClassNumbers: Sendable {
  /// The maximum length of a name to look up. Longer ones take long, and no class of a program has
  /// one.
  static let longestName = 1_024

  private let numbers: [String: Int]

  /// Creates the numbers of the classes.
  init(of classes: [ReportClass]) {
    let names = classes.enumerated().filter { $1.name.utf8.count <= Self.longestName }
    numbers = Dictionary(names.map { ($1.name, $0) }) { first, _ in first }
  }

  /// The number of the class with a name; nil if there is none.
  subscript(name: String) -> Int? {
    name.utf8.count <= Self.longestName ? numbers[name] : nil
  }
}
