import PersistentObjectsCodec

/// Properties for which the database keeps an index: `[\.lastName, \.firstName]`.
///
/// ```swift
/// static let indices: [Index<Person>] = [
///   [\.lastName, \.firstName],
///   .descending(\.age),
///   Index(\.lastName).descending(\.age),
///   .unique(\.email).where { $0.isActive == true },
/// ]
/// // CREATE INDEX index_person_last_name_first_name ON person (last_name, first_name)
/// // CREATE INDEX index_person_age_desc ON person (age DESC)
/// // CREATE INDEX index_person_last_name_age_desc ON person (last_name, age DESC)
/// // CREATE UNIQUE INDEX unique_person_email_partial ON person (email) WHERE is_active = 1
/// ```
///
/// The first use of the class creates missing indices and drops those that the class no longer
/// declares.
public struct Index<Root>: Sendable, ExpressibleByArrayLiteral {
  /// The properties and expressions, in the order of the index.
  public internal(set) var members: [Member]
  /// Whether no two objects may have the same values in all members. nil differs from every value,
  /// including nil.
  public private(set) var isUnique: Bool
  /// The condition that the objects in the index meet; nil if the index covers all objects.
  var condition: IndexExpression?

  /// A property or an expression in an index.
  ///
  /// See ``Index``.
  public struct Member: Sendable {
    /// The property; nil for an expression.
    public let keyPath: (any PartialKeyPath<Root> & Sendable)?
    let expression: IndexExpression?
    /// Whether the greatest values come first.
    public let isDescending: Bool
  }

  /// Creates an index of properties in ascending order.
  public init(_ properties: any PartialKeyPath<Root> & Sendable...) {
    self.init(properties, isUnique: false)
  }

  /// Creates an index of properties in ascending order.
  public init(arrayLiteral properties: any PartialKeyPath<Root> & Sendable...) {
    self.init(properties, isUnique: false)
  }

  /// Returns an index of properties in which no two objects may have the same values.
  public static func unique(_ properties: any PartialKeyPath<Root> & Sendable...) -> Index {
    Index(properties, isUnique: true)
  }

  /// Returns an index of properties in descending order.
  public static func descending(_ properties: any PartialKeyPath<Root> & Sendable...) -> Index {
    Index([], isUnique: false).adding(properties, isDescending: true)
  }

  /// Returns the index with further properties, in ascending order.
  public func ascending(_ properties: any PartialKeyPath<Root> & Sendable...) -> Index {
    adding(properties, isDescending: false)
  }

  /// Returns the index with further properties, in descending order.
  public func descending(_ properties: any PartialKeyPath<Root> & Sendable...) -> Index {
    adding(properties, isDescending: true)
  }

  private init(_ properties: [any PartialKeyPath<Root> & Sendable], isUnique: Bool) {
    members = []
    self.isUnique = isUnique
    add(properties, isDescending: false)
  }

  private func adding(
    _ properties: [any PartialKeyPath<Root> & Sendable], isDescending: Bool
  ) -> Index {
    var copy = self
    copy.add(properties, isDescending: isDescending)
    return copy
  }

  private mutating func add(
    _ properties: [any PartialKeyPath<Root> & Sendable], isDescending: Bool
  ) {
    members += properties.map {
      Member(keyPath: $0, expression: nil, isDescending: isDescending)
    }
  }
}

/// An expression in an index, or an index's condition. It can be written only once the codecs are
/// known.
struct IndexExpression: Sendable {
  /// The expression as SQL without parameters.
  let sql: @Sendable (EntityPlan, CodecRegistry) throws -> String
}

/// An index that a class or one of its properties declares.
struct DeclaredIndex: Sendable {
  let members: [(content: Content, isDescending: Bool)]
  let isUnique: Bool
  var condition: IndexExpression?

  enum Content: Sendable {
    /// The position among the properties of the class.
    case property(Int)
    /// A key path that names no property of the class, but perhaps a field of one.
    case path(any AnyKeyPath & Sendable)
    /// A column of a value that has several.
    case column(String)
    case expression(IndexExpression)
  }
}
