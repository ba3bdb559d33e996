import Foundation
import PersistentObjects
import PersistentObjectsCodecs
import PersistentObjectsDriver
import PersistentObjectsInspection

/// Converts values of an old file to a program's own types: collections by their elements, objects
/// by their keys, and everything else by the program's codecs.
struct LegacyTypedValue {
  let registry: CodecRegistry
  /// Returns the object of a reference; nil if it was not imported.
  let object: (LegacyReference) throws -> (any PersistentObject)?

  /// Returns a value as one of a type.
  ///
  /// Throws `CodecError`, or the codec's error, if the value does not fit.
  func value(_ value: LegacyValue, as type: Any.Type, _ codec: (any ColumnCodec)? = nil) throws
    -> Any
  {
    if let optional = type as? any LegacyOptional.Type {
      return try optional.value(of: value, codec, self)
    }
    if case .reference(let reference) = value { return try required(reference) }
    if let collection = type as? any LegacyElements.Type, value.resolved.isCollection {
      return try collection.value(of: value.resolved, self)
    }
    if case .null = value { return try Self.valueOfNull(type) }
    if let number = type as? any BinaryFloatingPoint.Type, codec == nil {
      return try Self.floating(try value.double(), number)
    }
    return try coded(value, type, codec)
  }

  private func required(_ reference: LegacyReference) throws -> Any {
    guard let object = try object(reference) else {
      throw CodecError("the object \(reference) is missing, and the property cannot be nil")
    }
    return object
  }

  /// Returns the value that the original read where nothing is stored, for a property newer than
  /// the row or for empty data.
  private static func valueOfNull(_ type: Any.Type) throws -> Any {
    switch type {
    case is Bool.Type: return false
    case is Data.Type: return Data()
    case let number as any BinaryInteger.Type: return integer(0, number)
    case let number as any BinaryFloatingPoint.Type: return try floating(0, number)
    default: throw CodecError("nil is stored; declare the property optional")
    }
  }

  private static func integer<Number: BinaryInteger>(_ value: Int, _ type: Number.Type) -> Any {
    Number(value)
  }

  /// Returns the nearest number of a type: the original wrote only seven digits of a `float`.
  private static func floating<Number: BinaryFloatingPoint>(
    _ value: Double, _ type: Number.Type
  ) throws -> Any { Number(value) }

  // MARK: Codecs

  private func coded(_ value: LegacyValue, _ type: Any.Type, _ codec: (any ColumnCodec)?) throws
    -> Any
  {
    guard let codec = codec ?? registered(type) else {
      throw CodecError("there is no codec for \(type)")
    }
    return try decoded(value, codec)
  }

  private func registered(_ type: Any.Type) -> (any ColumnCodec)? {
    func find<Value>(_ type: Value.Type) -> (any ColumnCodec)? { registry.codec(for: type) }
    return _openExistential(type, do: find)
  }

  private func decoded(_ value: LegacyValue, _ codec: some ColumnCodec) throws -> Any {
    let stored = try LegacyValueForm(codec: codec.identifier.name, value).stored(value)
    return try codec.value(of: stored)
  }
}

extension LegacyValueForm {
  /// Creates the form that a codec reads. For a codec without a form of its own, this is the
  /// plainest form of the value.
  fileprivate init(codec name: String, _ value: LegacyValue) {
    let form = name == Self.url.rawValue ? .absoluteURL : LegacyValueForm(rawValue: name)
    self = form.flatMap { $0 == .text ? nil : $0 } ?? LegacyValueForm(plain: value)
  }

  private init(plain value: LegacyValue) {
    self =
      switch value.resolved {
      case .boolean: .boolean
      case .integer: .integer
      case .unsigned: .unsigned
      case .real, .notFinite: .real
      case .number(let digits): Int64(digits) == nil ? .real : .integer
      case .text: .text
      case .date: .date
      case .data, .image, .damagedText: .data
      case .url: .url
      default: .archive
      }
  }
}

// MARK: - Types with elements

extension LegacyTypedValue {
  /// Returns the type inside an optional; any other type itself.
  static func unwrapped(_ type: Any.Type) -> Any.Type {
    (type as? any LegacyOptional.Type)?.wrapped ?? type
  }

  /// Returns whether a type is an array, a set or a dictionary, or an optional of one.
  static func isCollection(_ type: Any.Type) -> Bool {
    unwrapped(type) is any LegacyElements.Type
  }
}

/// An optional of any type.
private protocol LegacyOptional {
  static var wrapped: Any.Type { get }
  static func value(
    of value: LegacyValue, _ codec: (any ColumnCodec)?, _ typed: LegacyTypedValue
  ) throws -> Any
}

extension Optional: LegacyOptional {
  fileprivate static var wrapped: Any.Type { Wrapped.self }

  fileprivate static func value(
    of value: LegacyValue, _ codec: (any ColumnCodec)?, _ typed: LegacyTypedValue
  ) throws -> Any {
    if case .null = value { return Wrapped?.none as Any }
    if case .reference(let reference) = value, try typed.object(reference) == nil {
      return Wrapped?.none as Any
    }
    return try typed.value(value, as: Wrapped.self, codec)
  }
}

/// A collection of any type.
private protocol LegacyElements {
  static func value(of collection: LegacyValue, _ typed: LegacyTypedValue) throws -> Any
}

extension LegacyTypedValue {
  /// Returns an element; nil for a deleted object, which is no longer in its collections.
  fileprivate func element<Element>(_ value: LegacyValue, _ type: Element.Type) throws -> Element? {
    if case .reference(let reference) = value, try object(reference) == nil { return nil }
    let made = try self.value(value.contents, as: type)
    guard let element = made as? Element else {
      throw CodecError("an element is a \(Swift.type(of: made)) and not a \(type)")
    }
    return element
  }
}

extension LegacyValue {
  fileprivate var isCollection: Bool { shape != nil }

  /// The contents of an archive that can be read as a value, and otherwise the value
  /// itself: other archives are objects of the program's classes.
  fileprivate var contents: LegacyValue {
    if case .archive = resolved { self } else { resolved }
  }
}

extension Array: LegacyElements {
  fileprivate static func value(of collection: LegacyValue, _ typed: LegacyTypedValue) throws -> Any
  {
    guard collection.shape != .dictionary else { throw CodecError("a dictionary is not an array") }
    return try collection.elements.compactMap { try typed.element($0, Element.self) }
  }
}

extension Set: LegacyElements {
  fileprivate static func value(of collection: LegacyValue, _ typed: LegacyTypedValue) throws -> Any
  {
    guard collection.shape != .dictionary else { throw CodecError("a dictionary is not a set") }
    let elements = try collection.elements.compactMap { try typed.element($0, Element.self) }
    let set = Set(elements)
    guard set.count == elements.count else {
      throw CodecError("the set has elements that are equal in Swift; declare an array")
    }
    return set
  }
}

extension Dictionary: LegacyElements {
  fileprivate static func value(of collection: LegacyValue, _ typed: LegacyTypedValue) throws -> Any
  {
    guard case .dictionary(let entries) = collection else {
      throw CodecError("a value of the form \(collection.form) is not a dictionary")
    }
    var values: [Key: Value] = [:]
    for entry in entries {
      guard let value = try typed.element(entry.value, Value.self) else { continue }
      guard let key = try typed.key(entry.key, Key.self) else { continue }
      guard values.updateValue(value, forKey: key) == nil else {
        throw CodecError("the dictionary has keys that are equal in Swift")
      }
    }
    return values
  }
}

extension LegacyTypedValue {
  /// Returns a key. All keys were stored as texts, so numbers are read from them.
  fileprivate func key<Key>(_ value: LegacyValue, _ type: Key.Type) throws -> Key? {
    if case .text(let text) = value, type != String.self, LegacyDecimalText.isNumber(text),
      let key = try? element(.number(text), type)
    {
      return key
    }
    return try element(value, type)
  }
}
