/// The request of the command line.
struct Options {
  static let usage = """
    usage: benchmarks [--count N] [--rounds N] [--json]       the phases A to G
           benchmarks --codecs                                each codec
           benchmarks --all [--json]                          the rest, part by part
           benchmarks --only PART [--only PART …] [--json]    some of these parts:
             \(Part.allNames)
             [--count N]          how many objects; a tenth of them if they have collections
             [--rounds N]         how many rounds
             [--growth-to N]      how many rows the last step of the growth has
             [--index FILE]       another package index to import
           benchmarks --phase PHASE [--of CONTESTANT] [--count N] [--repeat N]
                                  one phase of one contestant, for a profiler; PHASE is one of
             \(ProfiledPhase.allNames)
                                  and CONTESTANT one of \(ContestantName.allNames)

    """

  var asksForHelp = false
  var count = 100_000
  var rounds = 5
  var isJSON = false
  /// Whether to measure each codec instead of the phases.
  var measuresCodecs = false
  /// The parts to measure instead of the phases.
  var parts: [Part] = []
  /// The number of rows in the last step of the growth.
  var greatestCount = 1_000_000
  /// The Debian index to import; nil is the index of the tests.
  var index: String?
  /// The phase to run alone instead of measuring.
  var profile: ProfiledPhase?
  var contestant = ContestantName.engine
  var repetitions = 1
  /// The contestant whose memory to measure, in processes that this program starts for that.
  var memoryOf: ContestantName?
  /// The task of a process that this program starts to measure the opening of a file.
  var opening: OpeningTask?

  init(_ arguments: some Sequence<String>) throws {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--help", "-h":
        asksForHelp = true
        return
      case "--json": isJSON = true
      case "--codecs": measuresCodecs = true
      case "--all": parts = Part.all
      case "--only": parts.append(try Part(option: arguments.next()))
      case "--count": count = try Self.number(arguments.next(), argument)
      case "--rounds": rounds = try Self.number(arguments.next(), argument)
      case "--growth-to": greatestCount = try Self.number(arguments.next(), argument)
      case "--index": index = try Self.path(arguments.next(), argument)
      case "--phase": profile = try ProfiledPhase(option: arguments.next())
      case "--of": contestant = try ContestantName(option: arguments.next())
      case "--repeat": repetitions = try Self.number(arguments.next(), argument)
      case "--memory-of": memoryOf = try ContestantName(option: arguments.next())
      case "--opening":
        opening = try OpeningTask(arguments: Array(IteratorSequence(arguments)))
        return
      default: throw UsageError(description: "unknown option '\(argument)'")
      }
    }
    if measuresCodecs && isJSON {
      throw UsageError(description: "--codecs prints Markdown only; leave out --json")
    }
  }

  private static func number(_ text: String?, _ option: String) throws -> Int {
    guard let number = text.flatMap({ Int($0) }), number > 0 else {
      throw UsageError(description: "\(option) takes a positive number")
    }
    return number
  }

  private static func path(_ text: String?, _ option: String) throws -> String {
    guard let text, !text.isEmpty, !text.hasPrefix("--") else {
      throw UsageError(description: "\(option) takes a path")
    }
    return text
  }
}

struct UsageError: Error, CustomStringConvertible {
  let description: String
}
