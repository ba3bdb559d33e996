import PersistentObjects
import TestSupport
import Testing

@Persistent final class Ream {
  var sheets: Int
  var small: Int32 = 0
  var counts: [Int] = []
}

/// SQLite adds up an average of integers in doubles, which cancel large ones wrongly.
@Suite struct IntegerAverageTests {
  private static let large = [9_007_199_254_740_993, -9_007_199_254_740_992, 3]

  @Test func largeIntegersCancelExactly() throws {
    try TemporaryStore.run { _, session in
      try session.save(
        contentsOf: Self.large.map { Ream(sheets: $0, small: 2, counts: Self.large) })
      let average = 4.0 / 3
      #expect(try Ream.query.value(.average(\.sheets), in: session) == average)
      #expect(try Ream.query.value(.average(\.small), in: session) == 2)
      let groups = try Ream.query.grouped(by: \.small).values(.average(\.sheets), in: session)
      #expect(groups.map(\.1) == [average])
      let inner = try Ream.query.select { $0.counts.average { $0 } }.find(in: session)
      #expect(inner == [average, average, average])
    }
  }

  @Test(
    .onSQLite,
    arguments: [
      ([Int.max, Int.max], 0x1p63), ([Int.min, Int.min, Int.min], -0x1p63), ([1, 2], 1.5),
      ([Int.max, Int.max, -Int.max, -Int.max, 5], 1), ([0, 0, 1], 1.0 / 3), ([-1, 0, 0], -1.0 / 3),
      ([Int.max, Int.min], -0.5),
    ] as [([Int], Double)])
  func extremesDoNotOverflow(numbers: [Int], average: Double) throws {
    try TemporaryStore.run { _, session in
      try session.save(contentsOf: numbers.map { Ream(sheets: $0) })
      #expect(try Ream.query.value(.average(\.sheets), in: session) == average)
    }
  }

  @Test func theAverageOfNothingIsNil() throws {
    try TemporaryStore.run { _, session in
      let average = try Ream.query.value(.average(\.sheets), in: session)
      #expect(average == nil)
    }
  }
}
