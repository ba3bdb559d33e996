import PersistentObjects
import PersistentObjectsKeyedArchive

/// Reads the objects of an archive into values, and limits their depth and number.
///
/// Fields of Foundation's classes:
/// ```
/// NSArray, NSSet     NS.objects: [UID…]      NSDictionary   NS.keys: [UID…], NS.objects: [UID…]
/// NSString           NS.string: text         NSData         NS.data: data
/// NSDate             NS.time: real           NSURL          NS.base: UID, NS.relative: UID
/// NSNull             no field
/// ```
/// Texts, numbers, data and GNUstep's dates are mostly separate entries. Older archives number the
/// elements instead: `NS.object.0`, `NS.key.0`.
struct ArchiveTree {
  private let head: ArchiveHead
  private var remaining = 1_000_000
  private var remainingBytes = 256 << 20
  private var depth = 0
  private var classes: [Int: [String]] = [:]
  /// The entries being read. None of them may contain itself.
  private var open: Set<Int> = []

  init(_ head: ArchiveHead) { self.head = head }

  mutating func value() throws(PersistenceError) -> LegacyValue { try value(head.root) }

  private mutating func value(_ uid: Int) throws(PersistenceError) -> LegacyValue {
    try take()
    // Entry 0 stands for nil.
    let node = try head.node(uid)
    if case .dictionary = node { return try object(uid) }
    let value = try scalar(node)
    return uid == 0 && value == .text("$null") ? .null : value
  }

  private mutating func take(values: Int = 1, bytes: Int = 0) throws(PersistenceError) {
    remaining -= values
    remainingBytes -= bytes
    guard remaining >= 0, remainingBytes >= 0 else {
      throw PersistenceError(.decodingFailed, "The archive has more values than can be read.")
    }
  }

  private mutating func scalar(_ node: PropertyListNode) throws(PersistenceError)
    -> LegacyValue
  {
    switch node {
    case .bool(let value): return .boolean(value)
    case .integer(let value): return .integer(value)
    case .unsigned(let value): return .unsigned(value)
    case .float(let value): return .real(of: Double(value))
    case .real(let value): return .real(of: value)
    case .date(let value): return try date(value)
    case .data(let range):
      try take(bytes: range.count)
      return .data(Array(head.list.bytes[range]))
    case .ascii, .utf16: return .text(try text(node))
    default: throw BinaryPropertyList.damaged("an entry is of an invalid kind")
    }
  }

  private mutating func text(_ node: PropertyListNode) throws(PersistenceError) -> String {
    guard let text = try head.list.string(node) else {
      throw BinaryPropertyList.damaged("a text is missing")
    }
    try take(bytes: text.utf8.count)
    return text
  }

  private func date(_ seconds: Double) throws(PersistenceError) -> LegacyValue {
    if !seconds.isFinite { throw BinaryPropertyList.damaged("a date is not a finite number") }
    return .date(LegacyDate(secondsSince2001: seconds))
  }
}

// MARK: - Objects

extension ArchiveTree {
  private mutating func object(_ uid: Int) throws(PersistenceError) -> LegacyValue {
    guard depth < 200, open.insert(uid).inserted else {
      throw PersistenceError(
        .decodingFailed, "The archive has an object that contains itself or is nested too deeply.")
    }
    depth += 1
    defer {
      depth -= 1
      open.remove(uid)
    }
    // Several entries can share one long list of fields.
    try take(values: head.fieldCount(uid))
    let fields = try head.fields(uid)
    let classes = try classes(of: fields)
    guard let form = ArchivedClass(classes) else { throw unknown(classes) }
    return try value(of: form, fields)
  }

  private mutating func classes(of fields: [String: Int]) throws(PersistenceError) -> [String] {
    guard let field = fields["$class"],
      case .uid(let uid) = try head.list.node(field)
    else { return [] }
    if let known = classes[uid] { return known }
    // Several classes can share one long description, too.
    try take(values: head.fieldCount(uid))
    let names = try head.classes(of: fields)
    classes[uid] = names
    return names
  }

  private func unknown(_ classes: [String]) -> PersistenceError {
    let name = classes.first ?? "no class"
    return PersistenceError(
      .decodingFailed, "The archive has an object of \(name), which is unknown here.")
  }

  private mutating func value(
    of form: ArchivedClass, _ fields: [String: Int]
  ) throws(PersistenceError) -> LegacyValue {
    switch form {
    case .array: return .array(try elements("NS.objects", "NS.object.", fields))
    case .set: return .set(try elements("NS.objects", "NS.object.", fields))
    case .dictionary: return try dictionary(fields)
    case .string: return .text(try field("NS.string", fields).text(or: "a string has no text"))
    case .data: return try data(fields)
    case .date: return try date(fields)
    case .url: return try url(fields)
    case .null: return .null
    }
  }

  private mutating func dictionary(_ fields: [String: Int]) throws(PersistenceError) -> LegacyValue
  {
    let keys = try elements("NS.keys", "NS.key.", fields)
    let values = try elements("NS.objects", "NS.object.", fields)
    guard keys.count == values.count else {
      throw BinaryPropertyList.damaged("a dictionary does not have as many values as keys")
    }
    return .dictionary(zip(keys, values).map { LegacyEntry(key: $0, value: $1) })
  }

  private mutating func elements(
    _ name: String, _ prefix: String, _ fields: [String: Int]
  ) throws(PersistenceError) -> [LegacyValue] {
    guard let field = fields[name] else { return try numbered(prefix, fields) }
    guard case .array(let numbers) = try head.list.node(field) else {
      throw BinaryPropertyList.damaged("\(name) is not an array")
    }
    var elements: [LegacyValue] = []
    for number in try head.list.numbers(numbers) { elements.append(try element(number)) }
    return elements
  }

  private mutating func numbered(
    _ prefix: String, _ fields: [String: Int]
  ) throws(PersistenceError) -> [LegacyValue] {
    var elements: [LegacyValue] = []
    while let field = fields["\(prefix)\(elements.count)"] { elements.append(try element(field)) }
    return elements
  }

  /// Reads an element. Collections hold UIDs, but plain values are accepted, too.
  private mutating func element(_ number: Int) throws(PersistenceError) -> LegacyValue {
    let node = try head.list.node(number)
    guard case .uid(let uid) = node else {
      try take()
      return try scalar(node)
    }
    return try value(uid)
  }

  /// Returns the value of a field, which is either in the field itself or in an entry of its own.
  private mutating func field(
    _ name: String, _ fields: [String: Int]
  ) throws(PersistenceError) -> LegacyValue {
    guard let number = fields[name] else { return .null }
    return try element(number)
  }
}

// MARK: - Single values

extension ArchiveTree {
  private mutating func data(_ fields: [String: Int]) throws(PersistenceError) -> LegacyValue {
    for name in ["NS.data", "NS.bytes"] {
      if case .data(let bytes) = try field(name, fields) { return .data(bytes) }
    }
    throw BinaryPropertyList.damaged("data has no bytes")
  }

  private mutating func date(_ fields: [String: Int]) throws(PersistenceError) -> LegacyValue {
    switch try field("NS.time", fields) {
    case .real(let seconds): return try date(seconds)
    case .integer(let seconds): return try date(Double(seconds))
    default: throw BinaryPropertyList.damaged("a date has no time")
    }
  }

  private mutating func url(_ fields: [String: Int]) throws(PersistenceError) -> LegacyValue {
    let base = try field("NS.base", fields)
    let relative = try field("NS.relative", fields).text(or: "a URL has no text")
    switch base {
    case .null: return .url(LegacyURL(relative: relative, bases: []))
    case .url(let url):
      return .url(LegacyURL(relative: relative, bases: [url.relative] + url.bases))
    default: throw BinaryPropertyList.damaged("a URL has an invalid base")
    }
  }
}

extension LegacyValue {
  fileprivate func text(or problem: String) throws(PersistenceError) -> String {
    guard case .text(let text) = self else { throw BinaryPropertyList.damaged(problem) }
    return text
  }
}
