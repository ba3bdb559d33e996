/// Classes by their names; of several with one name the first.
struct ClassNumbers: Sendable {
  /// The maximum length of names to look up, since long ones take long: no class in a program has a
  /// longer one.
  static let longestName = 1_024

  private let numbers: [String: Int]

  /// Numbers the classes.
  init(of classes: [ReportClass]) {
    let names = classes.enumerated().filter { $1.name.utf8.count <= Self.longestName }
    numbers = Dictionary(names.map { ($1.name, $0) }) { first, _ in first }
  }

  /// The number of the class with a name.
  subscript(name: String) -> Int? {
    name.utf8.count <= Self.longestName ? numbers[name] : nil
  }
}
