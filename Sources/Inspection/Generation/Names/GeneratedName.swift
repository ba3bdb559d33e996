/// The name of a class and the names derived from it for generated code.
struct GeneratedName {
  /// The names of the enclosing types and its own, without backticks.
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

  /// The name in code, such as `Shop.Order`.
  var source: String { parts.map(SwiftName.source).joined(separator: ".") }

  /// `Order`, without backticks.
  var ownPath: String { parts.last ?? "" }

  /// The last part in code, such as `Order`.
  var ownSource: String { SwiftName.source(ownPath) }

  /// The enclosing type, such as `Shop`; nil if there is none.
  var scope: GeneratedName? { parts.count > 1 ? GeneratedName(parts: parts.dropLast()) : nil }

  /// The name of the person's file; that of the machine's has an underscore in front.
  var file: String { "\(path).swift" }
  var machineFile: String { "_\(path).swift" }
}
