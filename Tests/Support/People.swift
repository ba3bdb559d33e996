public import Foundation
public import PersistentObjects

// The family of classes that most tests use: people with addresses, friends and collections.

/// A class without references.
@Persistent public final class Address {
  public var city: String
  public var street: String?
  @Transient public var life = Lifetime()
}

/// A class with a property of each kind.
@Persistent public final class Person {
  public var firstName: String
  public var lastName: String
  public var age: Int = 0
  public var birthdate: Date?
  public var photo: Data?
  @Column(codec: HexColor()) public var favourite: Color?
  public var home: Address?
  public var nickNames: [String] = []
  public var scores: [String: Double] = [:]
  public var tags: Set<String> = []
  public var aliases: [String]?
  public var friends: [Person] = []
  @Transient public var isSelected = false
  @Transient public var life = Lifetime()
  public static let indices: [Index<Person>] = [[\.lastName], [\.lastName, \.firstName]]
}

/// A class with a required reference.
@Persistent public final class Invoice {
  public var number: Int
  public var customer: Person
  @Transient public var life = Lifetime()
}

/// A value with its own codec.
public struct Color: Hashable, Sendable {
  public var hex: String
  public init(hex: String) { self.hex = hex }
}

/// The form `#rrggbb`. The codec refuses anything else, which tests use to make a save fail.
public struct HexColor: ColumnCodec {
  public let identifier = CodecIdentifier("hex-color")
  public let storage = StorageClass.text
  public init() {}

  public func encode(_ color: Color, into column: inout ColumnWriter) throws {
    guard color.hex.hasPrefix("#") else { throw CodecError("'\(color.hex)' is not a color") }
    column.write(color.hex)
  }

  public func decode(from column: borrowing ColumnReader) throws -> Color {
    let text = try column.text()
    guard text.hasPrefix("#") else { throw CodecError("'\(text)' is not a color") }
    return Color(hex: text)
  }
}

extension Person {
  /// A new person to save.
  public static func joe() -> Person { Person(firstName: "Joe", lastName: "Smith", age: 31) }
  /// Another one.
  public static func ann() -> Person { Person(firstName: "Ann", lastName: "Other", age: 29) }
}
