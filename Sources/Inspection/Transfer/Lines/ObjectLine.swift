import Foundation
import PersistentObjects
import PersistentObjectsInspection
import PersistentObjectsJSON

/// An object as a line of an export.
///
/// ```
/// line       = {"class": name, "key": integer, "properties": {name: property, …}}
/// property   = null | value | reference | list | entries | fields
/// value      = integer | number with a point or an exponent | text
///            | {"bytes": base 64} | {"real": "inf" | "-inf"} | true | false      1 and 0 of a Bool
/// reference  = {"class": name, "key": integer}
/// list       = [property, …]                                  an array or a set
/// entries    = {text: property, …} | [[property, property], …]      a dictionary, by the kind of its keys
/// fields     = {"fields": {name: property, …}}                a value in several columns
/// ```
struct ObjectLine {
  private let names: DistinctNames

  init(_ names: DistinctNames) { self.names = names }

  // MARK: Writing

  /// Returns the line of an object, with its newline.
  func bytes(_ key: ObjectKey, _ properties: [(name: String, form: InspectedValue)]) -> [UInt8] {
    var text = JSONText()
    append(key, to: &text)
    text.append(#","properties":{"#)
    for (index, property) in properties.enumerated() {
      if index > 0 { text.append(",") }
      text.append(text: property.name)
      text.append(":")
      append(property.form, to: &text)
    }
    text.append("}}\n")
    return text.bytes
  }

  private func append(_ key: ObjectKey, to text: inout JSONText) {
    text.append(#"{"class":"#)
    text.append(text: names.name(of: key.table))
    text.append(#","key":"#)
    text.append(key.pk)
  }

  private func append(_ form: InspectedValue, to text: inout JSONText) {
    switch form {
    case .null: text.append("null")
    case .integer(let integer): text.append(integer)
    case .real(let real): text.append(real)
    case .text(let string): text.append(text: string)
    case .bytes(let bytes): text.append(bytes: bytes)
    case .reference(let key):
      append(key, to: &text)
      text.append("}")
    case .list(let elements):
      text.append("[")
      for (index, element) in elements.enumerated() {
        if index > 0 { text.append(",") }
        append(element, to: &text)
      }
      text.append("]")
    case .entries(let entries): append(entries, to: &text)
    case .object(_, let fields): append(fields, to: &text)
    // Stored forms have no other cases.
    case .bool, .number, .time, .unread: text.append(text: form.description)
    }
  }

  private func append(_ entries: [InspectedValue.Entry], to text: inout JSONText) {
    let hasNames = entries.allSatisfy { $0.key.text != nil }
    text.append(hasNames ? "{" : "[")
    for (index, entry) in entries.enumerated() {
      if index > 0 { text.append(",") }
      if !hasNames { text.append("[") }
      append(entry.key, to: &text)
      text.append(hasNames ? ":" : ",")
      append(entry.value, to: &text)
      if !hasNames { text.append("]") }
    }
    text.append(hasNames ? "}" : "]")
  }

  private func append(_ fields: [InspectedValue.Field], to text: inout JSONText) {
    text.append(#"{"fields":{"#)
    for (index, field) in fields.enumerated() {
      if index > 0 { text.append(",") }
      text.append(text: field.name)
      text.append(":")
      append(field.value, to: &text)
    }
    text.append("}}")
  }

  // MARK: Reading

  /// Parses an object.
  ///
  /// - Parameter property: returns the property for which a name in a line of a class stands; nil
  ///   if there is none.
  func object(
    _ line: JSONValue, property: (_ table: String, _ name: String) throws -> PropertyModel?
  ) throws -> StoredObject {
    let key = try key(line)
    guard case .object(let members)? = line["properties"] else {
      throw CodecError(#"the line has no "properties""#)
    }
    var object = StoredObject(key: key, properties: [:])
    for member in members {
      guard let property = try property(key.table, member.name) else {
        throw CodecError("the class has no property '\(member.name)'")
      }
      guard object.properties[property.name] == nil else {
        throw CodecError("the property '\(member.name)' occurs twice")
      }
      do {
        object.properties[property.name] = try form(member.value, property.type)
      } catch let error as CodecError {
        throw CodecError("\(member.name): \(error.reason)")
      }
    }
    return object
  }

  private func key(_ value: JSONValue) throws -> ObjectKey {
    guard case .text(let name)? = value["class"], case .integer(let pk)? = value["key"] else {
      throw CodecError(#"an object is named by a "class" and an integer as "key""#)
    }
    return ObjectKey(table: names.table(of: name), pk: pk)
  }

  private func form(_ value: JSONValue, _ type: SwiftType) throws -> InspectedValue {
    if case .null = value { return .null }
    switch (type.unwrapped, value) {
    case (.array(let element), .list(let values)), (.set(let element), .list(let values)):
      return .list(try values.map { try form($0, element) })
    case (.dictionary(_, let element), .object(let members)):
      return .entries(
        try members.map {
          .init(key: .text($0.name), value: try form($0.value, element))
        })
    case (.dictionary(let key, let element), .list(let pairs)):
      return .entries(try pairs.map { try entry($0, key, element) })
    case (.array, _), (.set, _), (.dictionary, _):
      throw CodecError("a collection is given as \(value.kind)")
    default: return try single(value)
    }
  }

  private func entry(
    _ pair: JSONValue, _ key: SwiftType, _ value: SwiftType
  ) throws -> InspectedValue.Entry {
    guard case .list(let parts) = pair, parts.count == 2 else {
      throw CodecError("an entry must be a list of a key and a value")
    }
    return .init(key: try form(parts[0], key), value: try form(parts[1], value))
  }

  private func single(_ value: JSONValue) throws -> InspectedValue {
    switch value {
    case .null: return .null
    case .bool(let bool): return .integer(bool ? 1 : 0)
    case .integer(let integer): return .integer(integer)
    case .real(let real): return .real(real)
    case .text(let text): return .text(text)
    case .list: throw CodecError("a list is given for a single value")
    case .object:
      if let base64 = value["bytes"] { return .bytes(try bytes(base64)) }
      if let number = value["real"] { return .real(try real(number)) }
      if let fields = value["fields"] { return try self.fields(fields) }
      return .reference(try key(value))
    }
  }

  private func fields(_ value: JSONValue) throws -> InspectedValue {
    guard case .object(let members) = value else {
      throw CodecError(#"{"fields": …} has an object with the names and values of the fields"#)
    }
    return .object(
      className: nil,
      fields: try members.map { .init(name: $0.name, value: try single($0.value)) })
  }

  private func bytes(_ value: JSONValue) throws -> [UInt8] {
    guard case .text(let base64) = value, let data = Data(base64Encoded: base64) else {
      throw CodecError(#"{"bytes": …} has a text in base 64"#)
    }
    return [UInt8](data)
  }

  private func real(_ value: JSONValue) throws -> Double {
    guard case .text(let number) = value, let real = Double(number), !real.isNaN else {
      throw CodecError(#"{"real": …} has a number as text, such as "inf" or "-inf""#)
    }
    return real
  }
}
