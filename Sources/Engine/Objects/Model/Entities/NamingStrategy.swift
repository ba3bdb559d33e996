import PersistentObjectsDriver
import PersistentObjectsSchema

/// A rule for the names of a class's table and columns that no attribute states.
///
/// ```swift
/// struct Prefixed: NamingStrategy {
///   func table(forClass name: String, proposed: String) -> String { "app_" + proposed }
/// }
/// @Persistent final class Person {
///   static var naming: any NamingStrategy { Prefixed() }
///   var firstName: String
/// }
/// // CREATE TABLE app_person (pk INTEGER PRIMARY KEY, first_name TEXT)
/// ```
///
/// A strategy is called once per class and process, for all stores. It must always return the same
/// name for the same arguments, since files are opened again. The engine derives other names, such
/// as those of child tables, from these.
public protocol NamingStrategy: Sendable {
  /// Returns the table of a class.
  ///
  /// - Parameters:
  ///   - name: the class's name in Swift.
  ///   - proposed: the same name in snake case: `order_line` for `OrderLine`.
  func table(forClass name: String, proposed: String) -> String

  /// Returns the column of a property. For a collection, this is the last part of the name of its
  /// child table.
  ///
  /// - Parameters:
  ///   - name: the property's name in Swift.
  ///   - proposed: the same name in snake case: `home_url` for `homeURL`.
  func column(forProperty name: String, proposed: String) -> String
}

extension NamingStrategy {
  /// Returns the name in snake case.
  public func table(forClass name: String, proposed: String) -> String { proposed }

  /// Returns the name in snake case.
  public func column(forProperty name: String, proposed: String) -> String { proposed }
}

/// The default strategy: words in lower case, joined by underscores, such as the column
/// `first_name` for `firstName`.
///
/// See ``NamingStrategy``.
public struct SnakeCaseNaming: NamingStrategy {
  /// Creates the strategy.
  public init() {}
}

/// A strategy that uses the names in Swift: `firstName` is in the column `firstName`.
///
/// ```swift
/// @Persistent final class Person {
///   static var naming: any NamingStrategy { SwiftNaming() }
///   var firstName: String
/// }
/// // CREATE TABLE "Person" (pk INTEGER PRIMARY KEY, "firstName" TEXT)
/// ```
public struct SwiftNaming: NamingStrategy {
  /// Creates the strategy.
  public init() {}

  /// Returns the class's name.
  public func table(forClass name: String, proposed: String) -> String { name }

  /// Returns the property's name.
  public func column(forProperty name: String, proposed: String) -> String { name }
}

/// The name of a table or column as the macro writes it down.
public enum _StoredName: Sendable, ExpressibleByStringLiteral {
  /// The name that an attribute states.
  case fixed(String)
  /// The name in snake case, unless the class's strategy chooses another.
  case proposed(String)

  /// Creates a proposed name in snake case.
  public init(stringLiteral name: String) { self = .proposed(name) }

  func chosen(_ choose: (_ proposed: String) -> String) -> String {
    switch self {
    case .fixed(let name): name
    case .proposed(let name): choose(name)
    }
  }
}

extension EntityDescription {
  /// Collects the properties with the name of an inherited one, which Swift allows if that one is
  /// private. Values by name, snapshots and messages could not tell them apart.
  func checkProperties(_ problems: inout CollectedProblems) {
    var names: Set<String> = []
    for second in properties where !names.insert(second.name).inserted {
      problems.note(
        invalid(
          """
          \(className) and a superclass both declare the property \(second.name), perhaps a private one; rename one of \
          them, and keep what it has stored with @Column
          """, at: second))
    }
  }

  /// Collects the names that cannot be used.
  ///
  /// - Parameter bindings: those of the properties that could be bound.
  func checkNames(
    in dialect: any Dialect, bindings: [PropertyBinding], _ problems: inout CollectedProblems
  ) {
    let columns = bindings.flatMap { binding in
      let property = binding.property
      return binding.layout == nil
        ? [(property.name, property.column)]
        : binding.columns.map { ($0.property, $0.definition.name) }
    }
    let names = [(nil, table)] + columns.map { ($0.0 as String?, $0.1) }
    for (property, name) in names {
      guard let refusal = dialect.character.refusal(of: name, isTable: property == nil) else {
        continue
      }
      problems.note(
        PersistenceError(
          .invalidModel,
          """
          \(property.map { "the column of \($0)" } ?? "the table") would be called '\(name)', but names \(refusal); \
          set another one with an attribute, or let the naming strategy choose it
          """,
          context: .init(className: className, property: property, table: table)))
    }
  }
}
