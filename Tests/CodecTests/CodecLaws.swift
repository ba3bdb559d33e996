import Foundation
import PersistentObjectsEngine
import Testing

/// Checks the laws of `ColumnCodec` on samples, in memory and in a real file.
struct CodecLaws<Codec: ColumnCodec> {
  let codec: Codec
  let samples: [Codec.Value]
  /// Whether a value came back as it was, which may be stricter than `==`.
  let isSame: (Codec.Value, Codec.Value) -> Bool
  /// Whether stored forms must be equal.
  let isEqual: (Codec.Value, Codec.Value) -> Bool
  /// Swift's order, if the type has one.
  var isLess: ((Codec.Value, Codec.Value) -> Bool)?
  /// The kinds it reads.
  var kinds: Set<StoredKind>

  init(
    _ codec: Codec, _ samples: [Codec.Value], kinds: Set<StoredKind>? = nil,
    isSame: @escaping (Codec.Value, Codec.Value) -> Bool,
    isEqual: ((Codec.Value, Codec.Value) -> Bool)? = nil,
    isLess: ((Codec.Value, Codec.Value) -> Bool)? = nil
  ) {
    self.codec = codec
    self.samples = samples
    self.isSame = isSame
    self.isEqual = isEqual ?? isSame
    self.isLess = isLess
    self.kinds = kinds ?? Set([.integer, .real, .text, .blob].filter(codec.storage.admits))
  }

  func check(random: CodecRandom) throws {
    let stored = try samples.map(self.stored)
    try comesBackFromMemory(stored)
    try comesBackFromAFile(stored)
    refusesOtherKinds()
    survivesMutations(stored, random)
  }

  /// What the codec makes of a value.
  func stored(_ value: Codec.Value) throws -> StoredValue {
    let cells = MemoryCells(count: 1)
    var writer = ColumnWriter(cells, at: 0)
    try codec.encode(value, into: &writer)
    #expect(writer.kind == cells.values[0].kind && writer.kind != .null, "\(value)")
    #expect(codec.storage.admits(writer.kind), "\(value)")
    return cells.values[0]
  }

  func decode(_ stored: StoredValue) throws -> Codec.Value {
    try codec.value(in: MemoryCells([stored]))
  }

  private func comesBackFromMemory(_ stored: [StoredValue]) throws {
    for (value, form) in zip(samples, stored) {
      let back = try decode(form)
      if !isSame(back, value) { Issue.record("\(value) came back as \(back) from \(form)") }
    }
  }

  private func comesBackFromAFile(_ stored: [StoredValue]) throws {
    let table = try CodecTable(codec.storage)
    try table.insert(samples, codec)
    try table.reopen()
    for (index, back) in try table.read(codec).enumerated() where !isSame(back, samples[index]) {
      Issue.record("\(samples[index]) came back as \(back) from the file")
    }
    if codec.isSearchable { try sortsAsInSwift(table) }
  }

  /// The database's order of all pairs, by `ORDER BY` as well as by `<` and `=`.
  private func sortsAsInSwift(_ table: CodecTable) throws {
    let ranks = try table.ranks()
    #expect(try table.countOfPairsThatCompareOtherwiseThanTheySort() == 0)
    for (i, a) in samples.enumerated() {
      for (j, b) in samples.enumerated() {
        if (ranks[i] == ranks[j]) != isEqual(a, b) {
          Issue.record("\(a) and \(b): equal in one of Swift and SQL only")
        }
        if let isLess, (ranks[i] < ranks[j]) != isLess(a, b) {
          Issue.record("\(a) < \(b) in one of Swift and SQL only")
        }
      }
    }
  }

  private func refusesOtherKinds() {
    let others: [StoredValue] = [.null, .integer(1), .real(1.5), .text("1"), .blob([1])]
    for other in others where !kinds.contains(other.kind) {
      #expect(throws: CodecError.self, "\(other)") { try decode(other) }
    }
  }

  /// Whatever the bytes, decoding gives an error or a value that can be stored again.
  private func survivesMutations(_ stored: [StoredValue], _ random: CodecRandom) {
    var random = random
    for form in stored {
      for _ in 0..<(20_000 / stored.count + 1) {
        let cell = MutatedCell(form, &random)
        guard let value = try? codec.value(in: cell) else { continue }
        guard let again = try? decode(self.stored(value)), isSame(again, value) else {
          Issue.record("\(value), read from \(cell.description), cannot be stored")
          return
        }
      }
    }
  }
}

extension CodecLaws where Codec.Value: Equatable {
  /// For types where `==` is all there is to tell.
  init(_ codec: Codec, _ samples: [Codec.Value], kinds: Set<StoredKind>? = nil) {
    self.init(codec, samples, kinds: kinds, isSame: ==)
  }
}

extension CodecLaws where Codec.Value: Comparable {
  /// For types with `==` and `<`.
  init(_ codec: Codec, ordered samples: [Codec.Value], kinds: Set<StoredKind>? = nil) {
    self.init(codec, samples, kinds: kinds, isSame: ==, isLess: <)
  }
}

extension ColumnCodec {
  /// Reads the first cell. The reader has a name because Swift 6.3 crashes when it optimises a
  /// throwing call that borrows a temporary.
  func value(in cells: Cells) throws -> Value {
    let reader = ColumnReader(cells, at: 0)
    return try decode(from: reader)
  }
}
