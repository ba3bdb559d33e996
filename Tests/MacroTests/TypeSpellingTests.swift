import SwiftSyntax
import SwiftSyntaxBuilder
import Testing

@Suite struct TypeSpellingTests {
  @Test(arguments: [
    "Int", "String", "Foundation.Data", "Swift.Int", "Int?", "Optional<Date>", "URL!", "(Bool)",
    "[UInt8]", "[UInt8]?", "Array<UInt8>", "Swift.Optional<Foundation.UUID>",
  ])
  func knowsScalars(_ type: TypeSyntax) {
    #expect(TypeSpelling(type).isPlain)
    #expect(TypeSpelling(type).isValue)
    #expect(!TypeSpelling(type).isCollection)
  }

  @Test(arguments: ["Foo", "Foo?", "Foo.Int", "Swift.Data", "Int.Type", "[UInt8?]", "any P"])
  func leavesOthersToTheTypeChecker(_ type: TypeSyntax) {
    #expect(!TypeSpelling(type).isPlain)
  }

  @Test(
    arguments: [
      ("[Int]", true), ("[String: Date]", true), ("Set<Int>?", true), ("[[Int?]]", true),
      ("[Foo]", false), ("[Int: Foo]", false), ("Swift.Array<Foo>", false),
    ] as [(TypeSyntax, Bool)])
  func knowsCollections(_ type: TypeSyntax, ofValues isValue: Bool) {
    #expect(TypeSpelling(type).isCollection)
    #expect(TypeSpelling(type).isValue == isValue)
  }

  @Test(
    arguments: [
      ("Int", true), ("Double?", true), ("Date", true), ("String", false), ("[Int]", false),
      ("[UInt8]", false), ("Foo", false),
    ] as [(TypeSyntax, Bool)])
  func knowsWhereChangesInPlaceAreWorthAnAccessor(_ type: TypeSyntax, isTrivial: Bool) {
    #expect(TypeSpelling(type).isTrivial == isTrivial)
  }

  @Test func readsImplicitlyUnwrappedOptionalsAsOptionals() {
    #expect(TypeSpelling("Foo!").text == "Foo?")
    #expect(TypeSpelling("Foo!").isOptional)
  }
}
