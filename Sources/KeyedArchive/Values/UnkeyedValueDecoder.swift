/// Decodes the parts of a value that have no keys: the elements of an array.
struct UnkeyedValueDecoder: UnkeyedDecodingContainer {
  private let session: ValueDecodingSession
  private let elements: PropertyListReferences
  private let path: CodingPath
  private let depth: Int
  private(set) var currentIndex = 0
  /// The number of elements that have been counted, each once however often it is read in a row.
  private var counted = 0

  init(
    _ session: ValueDecodingSession, value: ArchivedValue, path: CodingPath, depth: Int
  ) throws {
    guard case .array(let elements) = value else {
      throw session.mismatch([Any].self, found: value, path: path)
    }
    self.session = session
    self.elements = elements
    self.path = path
    self.depth = depth
  }

  var codingPath: [any CodingKey] { path.keys }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard case .null = try value(Any?.self) else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool {
    advance(try session.bool(try value(type), path: here))
  }

  mutating func decode(_ type: String.Type) throws -> String {
    advance(try session.string(try value(type), path: here))
  }

  mutating func decode(_ type: Double.Type) throws -> Double { try real() }
  mutating func decode(_ type: Float.Type) throws -> Float { try real() }
  mutating func decode(_ type: Int.Type) throws -> Int { try integer() }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try wideInteger() }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try wideInteger() }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    advance(try session.decode(type, from: try entry(type), path: here, depth: depth))
  }

  mutating func nestedContainer<NestedKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    advance(try decoder([String: Any].self).container(keyedBy: type))
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    advance(try decoder([Any].self).unkeyedContainer())
  }

  mutating func superDecoder() throws -> any Decoder {
    advance(try decoder((any Decoder).self))
  }

  private var here: CodingPath { path.appending(currentIndex) }

  private mutating func decoder(_ type: Any.Type) throws -> ValueDecoder {
    try session.check(depth: depth)
    return ValueDecoder(session, entry: try entry(type), path: here, depth: depth + 1)
  }

  private mutating func value(_ type: Any.Type) throws -> ArchivedValue { try entry(type).value }

  private mutating func entry(_ type: Any.Type) throws -> DecodedEntry {
    guard !isAtEnd else {
      let context = DecodingError.Context(
        codingPath: here.keys,
        debugDescription: "the archive's array has only \(elements.count) elements")
      throw DecodingError.valueNotFound(type, context)
    }
    defer { counted = currentIndex + 1 }
    return try session.entry(in: elements, at: currentIndex, isCounted: currentIndex < counted)
  }

  /// Moves to the next element. After a failure the position stays, so that another type can be
  /// tried.
  private mutating func advance<Element>(_ element: Element) -> Element {
    currentIndex += 1
    return element
  }

  private mutating func integer<Number: FixedWidthInteger>() throws -> Number {
    advance(try session.integer(try value(Number.self), path: here))
  }

  private mutating func wideInteger<Number: FixedWidthInteger>() throws -> Number {
    advance(try session.wideInteger(try value(Number.self), path: here))
  }

  private mutating func real<Number: BinaryFloatingPoint>() throws -> Number {
    advance(try session.real(try value(Number.self), path: here))
  }
}
