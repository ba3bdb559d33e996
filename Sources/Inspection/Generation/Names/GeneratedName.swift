/// The name of a class with what is generated for it.
struct GeneratedName {
  /// The names of the types around it and its own, without backticks.
  private let parts: [String]

  /// - Parameter name: with those of the types around it: `Shop.Order`.
  init(_ name: String) { parts = name.split(separator: ".").map(String.init) }

  private init(parts: [String]) { self.parts = parts }

  /// The machine's class, beside this one: `Shop._Order`.
  var machine: GeneratedName {
    GeneratedName(parts: parts.dropLast() + ["_" + ownPath])
  }

  /// `Shop.Order`, without backticks.
  var path: String { parts.joined(separator: ".") }

  /// `Shop.Order`, as it stands in code.
  var source: String { parts.map(SwiftName.source).joined(separator: ".") }

  /// `Order`, without backticks.
  var ownPath: String { parts.last ?? "" }

  /// `Order`, as it stands in code.
  var ownSource: String { SwiftName.source(ownPath) }

  /// `Shop`; nil for a class in none.
  var scope: GeneratedName? { parts.count > 1 ? GeneratedName(parts: parts.dropLast()) : nil }

  /// The name of the file; the underscore of the machine's class stands in front.
  var file: String { "\(path).swift" }
  var machineFile: String { "_\(path).swift" }
}
