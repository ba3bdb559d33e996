import PersistentObjectsInspection
import PersistentObjectsNames

/// The name of a class, and the names derived from it for generated code.
struct GeneratedName {
  /// The names of the enclosing types and of the class, without backticks.
  private let parts: [String]

  /// Creates a name.
  ///
  /// - Parameter name: the name with those of the enclosing types, such as `Shop.Order`.
  init(_ name: String) { parts = name.split(separator: ".").map(String.init) }

  private init(parts: [String]) { self.parts = parts }

  /// The machine's class, which is beside this one, such as `Shop._Order`. That of `Value` is
  /// `_ValueClass`, since `_Value` has another meaning in generated code.
  var machine: GeneratedName {
    let name = "_" + ownPath
    let isReserved =
      ReservedNames.generatedClasses.contains(name)
      || ReservedNames.generatedProperties.contains(name)
    return GeneratedName(parts: parts.dropLast() + [isReserved ? name + "Class" : name])
  }

  /// The full name, such as `Shop.Order`, without backticks.
  var path: String { parts.joined(separator: ".") }

  /// The full name in code, such as `Shop.Order`.
  var source: String { parts.map(SwiftName.source).joined(separator: ".") }

  /// The last part, such as `Order`, without backticks.
  var ownPath: String { parts.last ?? "" }

  /// The last part in code, such as `Order`.
  var ownSource: String { SwiftName.source(ownPath) }

  /// The enclosing type, such as `Shop`; nil if there is none.
  var scope: GeneratedName? { parts.count > 1 ? GeneratedName(parts: parts.dropLast()) : nil }

  /// The name of the person's file. That of the machine's file begins with an underscore.
  var file: String { "\(path).swift" }
  var machineFile: String { "_\(path).swift" }
}
