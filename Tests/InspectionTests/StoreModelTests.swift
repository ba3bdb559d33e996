import PersistentObjectsInspection
import Testing

@Suite struct SwiftTypeTests {
  @Test(
    arguments: [
      "Int", "String?", "[String]", "[[Int]]?", "Set<String>", "[String: Double]", "Person?",
      "any PersistentObject", "(any PersistentObject)?", "[any PersistentObject]",
      "Set<[Int]>", "[String: [Person?]]", "Range<Int>", "Outer.Inner?",
      "`order line`", "[`1st`]", "Shop.`order-line`?", "[String: `🐕`]", "`Set<String>`",
      "Shop.`1st`", "`1st`.Shop.`2nd`?", "Range<Shop.`1st`>", "Box<Int>.`1st`", "Outer.Set<Int>",
    ])
  func aTypeIsWrittenAsItIsRead(_ text: String) {
    #expect(SwiftType(text)?.description == text)
  }

  @Test(arguments: [
    "", "[", "[Int", "Set<Int", "Int??!", "[String:]", "1a", "a b", "[:]", "Range<", "``", "`a b",
  ])
  func whatIsNoTypeIsRefused(_ text: String) { #expect(SwiftType(text) == nil) }

  @Test func deepTypesEnd() {
    #expect(SwiftType(String(repeating: "[", count: 100_000)) == nil)
    #expect(SwiftType("Int" + String(repeating: "?", count: 100_000)) == nil)
    #expect(SwiftType("[Int" + String(repeating: "?", count: 100_000) + "]") == nil)
  }
}
