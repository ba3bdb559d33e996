/// `benchmarks [--count N] [--rounds N] [--json]`, or `benchmarks --codecs`.
struct Options {
  var count = 100_000
  var rounds = 5
  var isJSON = false
  /// Measures each codec instead of the phases.
  var measuresCodecs = false
  /// Set in the processes that this program starts to measure memory.
  var memoryOf: String?

  init(_ arguments: some Sequence<String>) throws {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--json": isJSON = true
      case "--codecs": measuresCodecs = true
      case "--count": count = try Self.number(arguments.next(), argument)
      case "--rounds": rounds = try Self.number(arguments.next(), argument)
      case "--memory-of": memoryOf = arguments.next()
      default: throw UsageError(description: "unknown option '\(argument)'")
      }
    }
  }

  private static func number(_ text: String?, _ option: String) throws -> Int {
    guard let number = text.flatMap({ Int($0) }), number > 0 else {
      throw UsageError(description: "\(option) takes a positive number")
    }
    return number
  }
}

struct UsageError: Error, CustomStringConvertible {
  let description: String
}
