/// The request of the command line.
struct FuzzOptions {
  var runs = 1_000_000
  var seed = UInt64.random(in: 1...UInt64(UInt32.max))
  var first = 0
  var target: String?
  var corpus: String?

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--seed": seed = try Self.number(rest.popFirst())
      case "--from": first = try Self.number(rest.popFirst())
      case "--target": target = rest.popFirst()
      case "--corpus": corpus = rest.popFirst()
      default: runs = try Self.number(argument)
      }
    }
  }

  private static func number<Number: FixedWidthInteger>(_ text: String?) throws -> Number {
    guard let text, let number = Number(text), number >= 0 else {
      throw UsageError(description: "'\(text ?? "")' is no number")
    }
    return number
  }
}

/// The command line cannot be followed.
struct UsageError: Error, CustomStringConvertible {
  let description: String
}
