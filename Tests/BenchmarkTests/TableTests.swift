import Foundation
import Testing

@testable import benchmarks

@Suite struct TableTests {
  @Test(arguments: [
    (Table.Cell.count(0), "0"), (.count(999), "999"), (.count(1_000), "1,000"),
    (.count(-123), "-123"), (.count(-1_234_567), "-1,234,567"), (.ratio(0.944), "0.94"),
    (.ratio(1.996), "2.00"), (.milliseconds(.seconds(1234)), "1,234,000.00"),
    (.microseconds(.seconds(2)), "2,000,000.0"), (.text("1234"), "1234"),
  ])
  func groupsThousandsAndRounds(cell: Table.Cell, text: String) {
    #expect(cell.description == text)
  }

  @Test func printsMarkdown() {
    var table = Table("Times", columns: ["what", "s"])
    table.append("a save", .ratio(1.5))
    table.note = "On one core."
    #expect(
      table.markdown() == """
        ### Times

        | what | s |
        | --- | --- |
        | a save | 1.50 |

        On one core.

        """)
  }

  @Test func encodesNumbersInFull() throws {
    var table = Table("Times", columns: ["what", "s"])
    table.append("a save", .ratio(1.125))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(table), as: UTF8.self)
    #expect(text == #"{"rows":[{"s":1.125,"what":"a save"}],"title":"Times"}"#)
  }

  @Test func showsMediansAndTheRangeOfRatios() {
    let comparison = Comparison(
      engine: [.seconds(10), .seconds(40), .seconds(30)],
      raw: [.seconds(20), .seconds(20), .seconds(10)])
    var table = Table(comparing: "work")
    table.append("all", comparison)
    table.append("each", comparison, per: 1_000_000)
    let texts = table.rows.map { $0.map(\.description) }
    #expect(table.columns == ["what", "engine ms", "raw ms", "ratio", "range"])
    #expect(texts[0] == ["all", "30,000.00", "20,000.00", "2.00", "0.50–3.00"])
    #expect(texts[1] == ["each", "30.000", "20.000", "2.00", "0.50–3.00"])
  }
}
