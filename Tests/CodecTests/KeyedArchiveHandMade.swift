/// A keyed archive assembled from its entries: entry 0 is `$null`, followed by `entries`.
struct HandMade {
  enum Entry {
    case raw([UInt8])
    case array([Int])
    case mutableArray([Int])
    case set([Int])
    case dictionary(keys: [Int], values: [Int])
    case url(base: Int, relative: Int)
    /// The number 1.25. Its mantissa is the data of an entry; inline if that is nil.
    case decimal(className: String, mantissa: Int?)
  }

  var archiver = "NSKeyedArchiver"
  var version = 100_000
  var root = 1
  var entries: [Entry] = [.array([])]
  private var objects: [[UInt8]] = []

  init(
    archiver: String = "NSKeyedArchiver", version: Int = 100_000, root: Int = 1,
    entries: [Entry] = [.array([])]
  ) {
    (self.archiver, self.version, self.root, self.entries) = (archiver, version, root, entries)
  }

  /// The file, with two-byte references.
  var bytes: [UInt8] {
    var copy = self
    let top = copy.archive()
    var file = Array("bplist00".utf8), offsets: [UInt8] = []
    for object in copy.objects {
      offsets += number(file.count, 4)
      file += object
    }
    let table = file.count
    file += offsets + [0, 0, 0, 0, 0, 0, 4, 2]
    return file + number(copy.objects.count, 8) + number(top, 8) + number(table, 8)
  }

  private mutating func archive() -> Int {
    let classes = Self.classNames.map { name in
      dictionary([("$classname", text(name)), ("$classes", array([text(name)]))])
    }
    let list = [text("$null")] + entries.map { entry($0) } + classes
    return dictionary([
      ("$version", add([0x12] + number(version, 4))), ("$archiver", text(archiver)),
      ("$top", dictionary([("root", uid(root))])), ("$objects", array(list)),
    ])
  }

  private mutating func entry(_ entry: Entry) -> Int {
    switch entry {
    case .raw(let bytes): add(bytes)
    case .array(let uids): object("NSArray", [("NS.objects", self.uids(uids))])
    case .mutableArray(let uids): object("NSMutableArray", [("NS.objects", self.uids(uids))])
    case .set(let uids): object("NSSet", [("NS.objects", self.uids(uids))])
    case .dictionary(let keys, let values):
      object("NSDictionary", [("NS.keys", uids(keys)), ("NS.objects", uids(values))])
    case .url(let base, let relative):
      object("NSURL", [("NS.base", uid(base)), ("NS.relative", uid(relative))])
    case .decimal(let name, let mantissa): decimal(name, mantissa: mantissa)
    }
  }

  /// Data: the mantissa of 1.25.
  static let mantissa: [UInt8] = [0x4F, 0x10, 16, 125] + [UInt8](repeating: 0, count: 15)

  private mutating func decimal(_ name: String, mantissa: Int?) -> Int {
    let bytes = mantissa.map { uid($0) } ?? add(Self.mantissa)
    return object(
      name,
      [
        ("NS.mantissa", bytes), ("NS.mantissa.bo", add([0x10, 1])),
        ("NS.exponent", add([0x13] + number(-2, 8))), ("NS.length", add([0x10, 1])),
        ("NS.negative", add([0x08])), ("NS.compact", add([0x09])),
      ])
  }

  private static let classNames = [
    "NSArray", "NSMutableArray", "NSSet", "NSDictionary", "NSURL", "NSDecimalNumber",
    "NSDecimalNumberPlaceholder",
  ]

  /// Adds an object. The classes are the entries after the given ones.
  private mutating func object(_ name: String, _ fields: [(String, Int)]) -> Int {
    dictionary([("$class", uid(classEntry(name)))] + fields)
  }

  private func classEntry(_ name: String) -> Int {
    entries.count + 1 + (Self.classNames.firstIndex(of: name) ?? 0)
  }

  private mutating func uids(_ uids: [Int]) -> Int { array(uids.map { uid($0) }) }
  private mutating func uid(_ uid: Int) -> Int { add([0x81] + number(uid, 2)) }
  private mutating func text(_ text: String) -> Int {
    add([0x5F, 0x10, UInt8(text.utf8.count)] + Array(text.utf8))
  }
  private mutating func array(_ references: [Int]) -> Int {
    add([0xAF, 0x11] + number(references.count, 2) + references.flatMap { number($0, 2) })
  }
  private mutating func dictionary(_ fields: [(String, Int)]) -> Int {
    let references = fields.map { text($0.0) } + fields.map(\.1)
    return add([0xD0 | UInt8(fields.count)] + references.flatMap { number($0, 2) })
  }
  private mutating func add(_ bytes: [UInt8]) -> Int {
    objects.append(bytes)
    return objects.count - 1
  }
  private func number(_ number: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
