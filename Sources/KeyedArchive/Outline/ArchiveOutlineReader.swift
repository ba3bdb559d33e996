/// Walks through an archive from the outermost object on. Each object is read as often as it
/// occurs, within the limits of the options.
struct ArchiveOutlineReader {
  private let archive: KeyedArchiveReader
  private var budget: ArchiveBudget
  /// The objects around the one that is being read.
  private var path: [Int] = []
  private var depth = 0

  /// Makes a reader for an archive. The archive's bytes must outlive the reader.
  init(_ archive: KeyedArchiveReader, options: KeyedArchiveOptions) {
    self.archive = archive
    budget = .forOutline(options)
  }

  mutating func root() throws -> ArchiveOutline { try object(archive.root) }

  private mutating func object(_ uid: Int) throws -> ArchiveOutline {
    try enter()
    defer { depth -= 1 }
    // Entry 0 is nil.
    if uid == 0 { return .null }
    switch try archive.entry(uid) {
    case .scalar(let node): return try scalar(node)
    case .object(let name, _) where path.contains(uid):
      try take(name)
      return .cycle(className: name)
    case .object(let name, let fields):
      path.append(uid)
      defer { path.removeLast() }
      return try object(name, fields: fields)
    }
  }

  /// Counts a value and its level. Writing does not count the texts and numbers in the innermost
  /// object, so one level more can be read.
  private mutating func enter() throws {
    try budget.take()
    try budget.check(depth: depth - 1)
    depth += 1
  }

  /// Counts a text each time it occurs.
  private mutating func take(_ text: String) throws {
    try budget.take(values: 0, bytes: text.utf8.count)
  }

  private mutating func object(
    _ className: String, fields: KeyedArchiveFields
  ) throws -> ArchiveOutline {
    switch className.drop(while: { $0 == "_" }) {
    case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet":
      return .list(try objects("NS.objects", in: fields))
    case "NSDictionary", "NSMutableDictionary":
      return try dictionary(fields)
    case "NSString": return try constantText(fields)
    case "NSMutableString": return try field("NS.string", in: fields)
    case "NSData", "NSMutableData": return try field("NS.data", in: fields)
    case "NSDate": return try date(fields)
    case "NSNull": return .null
    default:
      try take(className)
      return .object(className: className, fields: try all(fields))
    }
  }

  private mutating func dictionary(_ fields: KeyedArchiveFields) throws -> ArchiveOutline {
    let keys = try objects("NS.keys", in: fields)
    let values = try objects("NS.objects", in: fields)
    guard keys.count == values.count else {
      throw KeyedArchiveError.damaged("a dictionary does not have as many values as keys")
    }
    return .entries(zip(keys, values).map { (key: $0, value: $1) })
  }

  /// Returns the constant text, or nil, that an object of this class stands for inside a `Codable`
  /// value.
  private mutating func constantText(_ fields: KeyedArchiveFields) throws -> ArchiveOutline {
    let text = try field("NS.string", in: fields)
    if case .text("$null") = text { return .null }
    return text
  }

  private mutating func date(_ fields: KeyedArchiveFields) throws -> ArchiveOutline {
    guard case .real(let seconds)? = try archive.node("NS.time", in: fields) else {
      throw KeyedArchiveError.damaged("a date has no time")
    }
    return .date(seconds)
  }

  private mutating func objects(
    _ name: String, in fields: KeyedArchiveFields
  ) throws -> [ArchiveOutline] {
    guard case .array(let uids)? = try archive.node(name, in: fields) else {
      throw KeyedArchiveError.damaged("a collection has no \(name)")
    }
    return try (0..<uids.count).map { try object(try archive.uid(in: uids, at: $0)) }
  }

  private mutating func field(
    _ name: String, in fields: KeyedArchiveFields
  ) throws -> ArchiveOutline {
    guard let node = try archive.node(name, in: fields) else {
      throw KeyedArchiveError.damaged("a field \(name) is missing")
    }
    return try scalar(node)
  }

  private mutating func all(
    _ fields: KeyedArchiveFields
  ) throws -> [(name: String, value: ArchiveOutline)] {
    var found: [(name: String, value: ArchiveOutline)] = []
    for place in 0..<fields.keys.count {
      guard let name = try archive.name(of: fields, place), name != "$class" else { continue }
      try take(name)
      let node = try archive.propertyList.node(
        try archive.propertyList.reference(in: fields.values, at: place))
      found.append((name, try scalar(node)))
    }
    return found
  }

  private mutating func scalar(_ node: PropertyListNode) throws -> ArchiveOutline {
    switch node {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .integer(let value): return .integer(value)
    case .unsigned(let value): return .unsigned(value)
    case .float(let value): return .real(Double(value))
    case .real(let value): return .real(value)
    case .date(let seconds): return .date(seconds)
    case .uid(let uid): return try object(uid)
    case .data(let range):
      try budget.take(bytes: range.count)
      return .bytes(Array(archive.propertyList.bytes[range]))
    case .ascii, .utf16:
      let text = try archive.propertyList.string(node) ?? ""
      try take(text)
      return .text(text)
    case .array(let elements):
      return .list(try (0..<elements.count).map { try element(of: elements, at: $0) })
    case .set, .dictionary:
      throw KeyedArchiveError.damaged(
        "a plain dictionary or set stands where an object is expected")
    }
  }

  private mutating func element(
    of elements: PropertyListReferences, at place: Int
  ) throws -> ArchiveOutline {
    try enter()
    defer { depth -= 1 }
    return try scalar(
      archive.propertyList.node(archive.propertyList.reference(in: elements, at: place)))
  }
}
