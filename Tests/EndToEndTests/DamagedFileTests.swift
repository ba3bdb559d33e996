import Foundation
import PersistentObjects
import TestSupport
import Testing

/// Randomly damaged files of a store: each operation works, or throws an error that reports the
/// damage. `DAMAGE_SEED` repeats a run, `DAMAGE_RUNS` makes it longer.
@Suite(.onSQLite, .timeLimit(.minutes(30))) struct DamagedFileTests {
  @Test(arguments: Damage.allCases)
  func damageIsNeverTakenForAnotherError(_ damage: Damage) async throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["DAMAGE_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1_000_000)
    let runs = environment["DAMAGE_RUNS"].flatMap { Int($0) } ?? 12
    let sound = try await soundFile()
    for run in 0..<runs {
      var random = RandomNumbers(seed: seed &* 1009 &+ UInt64(run))
      let file = try TemporaryFile()
      defer { file.remove() }
      try Data(damage.damaged(sound, &random)).write(to: URL(fileURLWithPath: file.path))
      for (name, error) in try await driven(file.path) where !Self.expected.contains(error.code) {
        Issue.record("\(damage), DAMAGE_SEED=\(seed), run \(run), \(name): \(error)")
      }
    }
  }

  /// The kinds of errors that damage may cause: invalid pages and texts, a changed schema, other
  /// values.
  private static let expected: Set<PersistenceError.Code> = [
    .corrupt, .schemaMismatch, .codecMismatch, .decodingFailed, .danglingReference, .unknownClass,
    .constraintViolated,
  ]

  private func driven(_ path: String) async throws -> [(attempt: String, error: PersistenceError)] {
    var log = ErrorLog()
    let store = try Store(path: path, classes: Shelf.classes)
    await log.attempt("find") { try await store.session { _ = try Shelf.findAll(in: $0).count } }
    await log.attempt("search") {
      try await store.session { _ = try Shelf.findByLabel("label 7", in: $0).count }
    }
    await log.attempt("load") {
      try await store.session { session in
        let found = try Shelf.query.loading(\.books).loading(\.tags).find(in: session)
        _ = found.map { $0.books.count + $0.tags.count }
      }
    }
    await log.attempt("check") { _ = "\(try await store.checkIntegrity())" }
    await log.attempt("report") { _ = "\(try await store.schema(of: Shelf.self))" }
    await log.attempt("save") {
      try await store.transaction { session in
        for number in 0..<20 { try session.save(Shelf.sample(1000 + number)) }
      }
    }
    await log.attempt("update") {
      try await store.transaction { session in
        for shelf in try Shelf.findByLabel("label 5", in: session) { shelf.label = "other" }
        try session.save()
      }
    }
    await log.attempt("delete") {
      try await store.transaction { session in
        for shelf in try Shelf.findByLabel("label 9", in: session) { try session.delete(shelf) }
      }
    }
    store.close()
    return log.errors
  }

  private func soundFile() async throws -> [UInt8] {
    let file = try TemporaryFile()
    defer { file.remove() }
    var configuration = SQLiteConfiguration(path: file.path)
    configuration.pageSize = 512
    let store = try Store(configuration, classes: Shelf.classes)
    try await store.transaction { session in
      for number in 0..<100 { try session.save(Shelf.sample(number)) }
    }
    try await store.transaction { session in
      for shelf in try Shelf.findByLabel("label 3", in: session) { try session.delete(shelf) }
    }
    store.close()
    return try [UInt8](Data(contentsOf: URL(fileURLWithPath: file.path)))
  }
}

// MARK: - Damage

enum Damage: CaseIterable {
  case flippedBits, randomBytes, truncated, swappedPages, zeroedPage, header, schemaText,
    repeatedPage
  case pageHeads, appended

  func damaged(_ sound: [UInt8], _ random: inout RandomNumbers) -> [UInt8] {
    var bytes = sound
    switch self {
    case .flippedBits:
      for _ in 0..<random.number(1...20) {
        bytes[random.place(bytes)] ^= 1 << UInt8(random.number(0...7))
      }
    case .randomBytes:
      let start = random.place(bytes)
      for place in start..<min(bytes.count, start + random.number(1...300)) {
        bytes[place] = random.byte()
      }
    case .truncated:
      bytes.removeLast(random.number(1...bytes.count))
    case .swappedPages:
      let (first, second) = (random.page(bytes), random.page(bytes))
      bytes.replaceSubrange(first, with: sound[second])
      bytes.replaceSubrange(second, with: sound[first])
    case .zeroedPage:
      bytes.replaceSubrange(random.page(bytes), with: [UInt8](repeating: 0, count: 512))
    case .header:
      for _ in 0..<random.number(1...3) { bytes[random.number(0...107)] = random.byte() }
    case .schemaText:
      let page = random.number(0...11) * 512
      for _ in 0..<random.number(1...4) { bytes[page + random.number(100...511)] = random.byte() }
    case .repeatedPage:
      let (from, to) = (random.page(bytes), random.page(bytes))
      bytes.replaceSubrange(to, with: sound[from])
    case .pageHeads:
      let page = random.page(bytes)
      for offset in 0..<24 where random.number(0...3) == 0 {
        bytes[page.lowerBound + offset] = random.byte()
      }
    case .appended:
      bytes += (0..<random.number(1...2000)).map { _ in random.byte() }
    }
    return bytes
  }
}

extension RandomNumbers {
  fileprivate mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  fileprivate mutating func byte() -> UInt8 { UInt8.random(in: 0...255, using: &self) }

  fileprivate mutating func place(_ bytes: [UInt8]) -> Int { number(0...bytes.count - 1) }

  /// A random page of 512 bytes.
  fileprivate mutating func page(_ bytes: [UInt8]) -> Range<Int> {
    let start = number(0...bytes.count / 512 - 1) * 512
    return start..<start + 512
  }
}

// MARK: - Models

@Persistent final class Book {
  var title: String
}

@Persistent final class Shelf {
  var label: String
  var width: Double
  var made: Date
  var photo: Data
  var first: Book?
  var any: (any PersistentObject)?
  var books: [Book] = []
  var tags: Set<String> = []
  static let indices: [Index<Shelf>] = [[\.label]]
  static let classes: [any PersistentObject.Type] = [Shelf.self, Book.self]

  static func sample(_ number: Int) -> Shelf {
    let book = Book(title: "title \(number)")
    return Shelf(
      label: "label \(number)", width: Double(number), made: Date(timeIntervalSince1970: 1),
      photo: Data(repeating: UInt8(truncatingIfNeeded: number), count: number * 20), first: book,
      any: book, books: [book], tags: ["a\(number)", "b"])
  }
}
