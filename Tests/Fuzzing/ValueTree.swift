import Foundation

/// A value of any shape, made of the plain containers and scalars that other types encode
/// themselves as.
indirect enum ValueTree: Codable {
  case null
  case bool(Bool)
  case integer(Int)
  case unsigned(UInt64)
  case real(Double)
  case text(String)
  case data(Data)
  case date(Date)
  case list([ValueTree])
  case table([(key: String, value: ValueTree)])

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let table = try? decoder.container(keyedBy: Key.self) {
      self = .table(
        try table.allKeys.map { ($0.stringValue, try table.decode(Self.self, forKey: $0)) })
    } else if var list = try? decoder.unkeyedContainer() {
      var elements: [ValueTree] = []
      while !list.isAtEnd { elements.append(try list.decode(Self.self)) }
      self = .list(elements)
    } else {
      self = try Self(single: try decoder.singleValueContainer())
    }
  }

  private init(single: any SingleValueDecodingContainer) throws {
    if single.decodeNil() {
      self = .null
    } else if let value = try? single.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? single.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? single.decode(UInt64.self) {
      self = .unsigned(value)
    } else if let value = try? single.decode(Double.self) {
      self = .real(value)
    } else if let value = try? single.decode(Data.self) {
      self = .data(value)
    } else if let value = try? single.decode(Date.self) {
      self = .date(value)
    } else {
      self = .text(try single.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .table(let pairs):
      var table = encoder.container(keyedBy: Key.self)
      for pair in pairs { try table.encode(pair.value, forKey: Key(stringValue: pair.key)) }
    case .list(let elements):
      var list = encoder.unkeyedContainer()
      for element in elements { try list.encode(element) }
    default:
      var single = encoder.singleValueContainer()
      try encode(into: &single)
    }
  }

  private func encode(into single: inout any SingleValueEncodingContainer) throws {
    switch self {
    case .bool(let value): try single.encode(value)
    case .integer(let value): try single.encode(value)
    case .unsigned(let value): try single.encode(value)
    case .real(let value): try single.encode(value)
    case .text(let value): try single.encode(value)
    case .data(let value): try single.encode(value)
    case .date(let value): try single.encode(value)
    case .null, .list, .table: try single.encodeNil()
    }
  }
}
