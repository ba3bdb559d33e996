import Testing

@testable import PersistentObjectsCommandLine

/// Objects in the values of a record.
@Suite struct NestedValueTests {
  private static let pairs = [
    OutputPair("name", "Ada"),
    OutputPair(
      "home",
      .object([
        OutputPair("city", "London"),
        OutputPair("country", .object([OutputPair("code", "GB"), OutputPair("area", nil)])),
      ])),
    OutputPair("tags", .list(["a", "b"])), OutputPair("empty", .object([])),
    OutputPair(
      "friends",
      .list([
        .object([OutputPair("object", "Person#2"), OutputPair("firstName", "Bo")]), "Person#1",
        .list([.object([OutputPair("x", 1)]), 2]),
      ])),
  ]

  @Test func areIndentedOnATerminal() throws {
    let text = try Stage.terminal(width: 40).printed { try $0.record(Self.pairs) }
    #expect(
      text == """
        name   Ada
        home
          city  London
          country
            code  GB
            area  NULL
        tags   ["a","b"]
        empty  {}
        friends
          - object     Person#2
            firstName  Bo
          - Person#1
          - - x  1
            - 2

        """)
  }

  @Test(arguments: [20, 40, 60]) func fitTheWidth(_ width: Int) throws {
    let long = OutputValue.text(String(repeating: "word ", count: 40))
    let text = try Stage.terminal(width: width).printed { output in
      try output.record([
        OutputPair("a", .object([OutputPair("b", .list([.object([OutputPair("c", long)])]))]))
      ])
    }
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= width }, "\(text)")
    #expect(text.count { $0 == "w" } == 40)
  }

  @Test func areJSONInAPipe() throws {
    let text = try Stage().printed { try $0.record([Self.pairs[1]]) }
    #expect(text == "home\t{\"city\":\"London\",\"country\":{\"code\":\"GB\",\"area\":null}}\n")
  }
}
