import Foundation
import PersistentObjectsKeyedArchive
import Testing

/// Archives with randomly changed bytes must be read or refused, and never stop the process.
/// `KEYED_ARCHIVE_MUTATIONS` sets their number.
struct KeyedArchiveMutationTests {
  @Test func mutatedValuesAreReadOrRefused() throws {
    var random = ArchiveRandom(name: "mutatedValuesAreReadOrRefused")
    let archives = try values(&random)
    for _ in 0..<Self.mutations {
      let bytes = mutated(archives[random.below(archives.count)], &random)
      if let value = try? unarchive(ArchiveTree.self, bytes, options: Self.options) {
        _ = try? KeyedArchive.archive(value, options: Self.options)
      }
      _ = try? unarchive(Foreign.self, bytes, options: Self.options)
    }
  }

  @Test func mutatedObjectsAreReadOrRefused() throws {
    var random = ArchiveRandom(name: "mutatedObjectsAreReadOrRefused")
    let archives = try objects()
    for _ in 0..<Self.mutations {
      let bytes = mutated(archives[random.below(archives.count)], &random)
      guard let box = try? unarchive(Box.self, bytes, [Node.self, Sample.self]) else { continue }
      use(box.content as? NSObject)
    }
  }

  @Test func mutatedEnvelopesAreReadOrRefused() throws {
    var random = ArchiveRandom(name: "mutatedEnvelopesAreReadOrRefused")
    let raw = try KeyedArchive.archive(Array(repeating: "text", count: 100))
    let sealed = try raw.withUnsafeBytes { try ArchiveEnvelope.seal($0) }
    for _ in 0..<Self.mutations / 10 {
      let bytes = mutated(sealed, &random)
      let opened = bytes.withUnsafeBytes { bytes in
        try? ArchiveEnvelope.open(bytes) { Array($0) }
      }
      #expect(opened == nil || opened == raw)
    }
  }

  /// Uses an object that was read; this must be safe.
  private func use(_ object: NSObject?) {
    _ = object?.description
    switch object {
    case let url as NSURL: _ = (url as URL).absoluteString
    case let number as NSDecimalNumber: _ = number.decimalValue.description
    case let string as NSString: _ = string.length
    case let node as Node: node.cutAll()
    default: break
    }
    _ = try? (object as? any NSObject & NSCoding).map { try KeyedArchive.archive(object: Box($0)) }
  }

  private static var mutations: Int {
    ProcessInfo.processInfo.environment["KEYED_ARCHIVE_MUTATIONS"].flatMap { Int($0) }
      ?? ArchiveRandom.runs(debug: 20_000, release: 500_000)
  }

  /// Small limits, so that reading ends soon after a mutation has made an archive refer to itself.
  private static var options: KeyedArchiveOptions {
    var options = KeyedArchiveOptions()
    options.maximumDepth = 64
    options.maximumObjectCount = 500
    return options
  }

  private func values(_ random: inout ArchiveRandom) throws -> [[UInt8]] {
    try (0..<30).map { _ in try KeyedArchive.archive(ArchiveTree.random(&random, depth: 3)) }
      + [
        try KeyedArchive.archive(Foreign()),
        try KeyedArchive.archive(ArchiveTree.list([.text("é"), .nothing(nil), .real(0.5)])),
      ]
  }

  private func objects() throws -> [[UInt8]] {
    let root = Node("root", children: [Node("a"), Node("b")])
    root.children[0].friend = root.children[1]
    let contents: [NSObject] = FoundationSample.all.map(\.object) + [root, Sample()]
    return try contents.map { try KeyedArchive.archive(object: Box($0)) }
      + [try foundationArchive(Box(root)), try foundationArchive(Box(Sample()))]
  }

  /// The bytes with some changed, removed, repeated or moved; most mutations leave the file's
  /// header alone.
  private func mutated(_ bytes: [UInt8], _ random: inout ArchiveRandom) -> [UInt8] {
    var bytes = bytes
    for _ in 0...random.below(3) where !bytes.isEmpty {
      let place = random.below(bytes.count)
      switch random.below(10) {
      case 0: bytes.remove(at: place)
      case 1: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
      case 2: bytes.swapAt(place, random.below(bytes.count))
      case 3: bytes[place] = [0, 1, 0x0F, 0x7F, 0x80, 0xFF][random.below(6)]
      case 4: bytes[place] ^= 1 << UInt8(random.below(8))
      case 5: bytes[place] = bytes[random.below(bytes.count)]
      case 6: bytes[place] &+= 1
      case 7: bytes[place] &-= 1
      case 8: bytes.removeLast(random.below(min(bytes.count, 40)))
      default: bytes[place] = UInt8(truncatingIfNeeded: random.next())
      }
    }
    return bytes
  }
}

/// Foundation's own `Codable` types, which must not stop the process either.
private struct Foreign: Codable {
  var decimal = Decimal(string: "12345.678") ?? 0
  var url = URL(string: "http://a/b")
  var uuid = UUID()
  var names: Set = ["a", "b"]
  var numbers = [1: 2.5]
  var data = Data([1, 2, 3])
}

extension Node {
  /// Breaks the cycles that a mutation may have made.
  fileprivate func cutAll() {
    var rest = [self], seen: Set<ObjectIdentifier> = []
    while let node = rest.popLast() {
      guard seen.insert(ObjectIdentifier(node)).inserted else { continue }
      rest += node.children
      rest += [node.friend, node.parent].compactMap { $0 }
      (node.children, node.friend, node.parent) = ([], nil, nil)
    }
  }
}
