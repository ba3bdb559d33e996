import Foundation

// The calls with which an object reads its own fields. After a failure, each returns nil or 0.

extension ObjectGraphReader {
  /// Returns the object of a field; nil if the field is missing or nil.
  func object(forKey key: String?, ofOneOf types: [AnyClass]? = nil) -> NSObject? {
    attempt(fallback: nil) {
      guard let node = try field(key) else { return nil }
      guard case .uid(let uid) = node else {
        throw KeyedArchiveError.damaged("\(key ?? "a field") is not an object")
      }
      return try object(uid, ofOneOf: types)
    }
  }

  /// Returns the number of a field; 0 if the field is missing.
  func integer<Number: FixedWidthInteger>(forKey key: String) -> Number {
    attempt(fallback: 0) {
      guard let node = try field(key) else { return 0 }
      guard let number: Number = Self.integer(node) else { throw mistyped(key, as: Number.self) }
      return number
    }
  }

  /// Returns the number of a field; 0 if the field is missing.
  func real<Number: BinaryFloatingPoint>(forKey key: String) -> Number {
    attempt(fallback: 0) {
      switch try field(key) {
      case nil: return 0
      case .real(let value)?: return Number(value)
      case .float(let value)?: return Number(value)
      case .integer(let value)?: return Number(value)
      case .unsigned(let value)?: return Number(value)
      default: throw mistyped(key, as: Number.self)
      }
    }
  }

  func bool(forKey key: String) -> Bool {
    attempt(fallback: false) {
      switch try field(key) {
      case nil: return false
      case .bool(let value)?: return value
      case .integer(let value)?: return value != 0
      default: throw mistyped(key, as: Bool.self)
      }
    }
  }

  func bytes(forKey key: String) -> UnsafeRawBufferPointer? {
    attempt(fallback: nil) {
      guard let node = try field(key) else { return nil }
      guard let bytes = archive.propertyList.data(node) else {
        throw mistyped(key, as: UnsafeRawBufferPointer.self)
      }
      return bytes
    }
  }

  static func integer<Number: FixedWidthInteger>(_ node: PropertyListNode) -> Number? {
    switch node {
    case .integer(let value): Number(exactly: value)
    case .unsigned(let value): Number(exactly: value)
    case .real(let value): Number(exactly: value)
    case .float(let value): Number(exactly: value)
    case .bool(let value): value ? 1 : 0
    default: nil
    }
  }

  private func mistyped(_ key: String, as type: Any.Type) -> KeyedArchiveError {
    KeyedArchiveError(
      .unexpectedClass, "the archive has no value of type \(type) for the key \(key)")
  }
}
