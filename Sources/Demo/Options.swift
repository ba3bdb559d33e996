import Foundation

/// The request of the command line.
enum Command: Equatable {
  case run(Options)
  case showHelp
  case showVersion
}

/// The options of the demo.
struct Options: Equatable {
  /// The index to import. `-` is the standard input; nil is the index that comes with the package.
  var input: String?
  /// The path of the database; nil for a temporary file.
  var database: String?
  /// The connection string or URI of a PostgreSQL database; nil for a file.
  var server: String?
  /// Whether the database is kept after the demo.
  var keepsDatabase = false

  /// Parses the arguments, which do not include the name of the program.
  static func parse(_ arguments: some Sequence<String>) throws -> Command {
    var options = Options()
    var rest = Array(arguments)[...]
    var areOptionsOver = false
    while let argument = rest.popFirst() {
      if areOptionsOver || argument == "-" || !argument.hasPrefix("-") {
        try options.take(file: argument)
        continue
      }
      switch argument {
      case "--": areOptionsOver = true
      case "-h", "--help": return .showHelp
      case "--version": return .showVersion
      case "--keep": options.keepsDatabase = true
      default: try options.take(option: argument, from: &rest)
      }
    }
    return .run(options)
  }

  private mutating func take(file: String) throws {
    if file.isEmpty { throw UsageError("the name of the file is empty") }
    if input != nil { throw UsageError("only one file can be given: '\(file)' is one too many") }
    input = file
  }

  /// Parses `--database PATH` or `--database=PATH`, and `--store URI` in the same ways.
  private mutating func take(option: String, from rest: inout ArraySlice<String>) throws {
    let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard ["--database", "--store"].contains(name) else {
      throw UsageError("unknown option '\(option)'")
    }
    guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
      throw UsageError("\(name) needs \(name == "--store" ? "a connection string" : "a path")")
    }
    if name == "--database" && value == ":memory:" {
      throw UsageError("--database needs the path of a file, which is closed and opened again")
    }
    if name == "--store" { server = value } else { database = value }
    if server != nil && database != nil {
      throw UsageError("--database makes a file, and --store needs none: give only one of them")
    }
  }
}

/// An invalid command line; the program ends with exit status 2.
struct UsageError: Error, Equatable, CustomStringConvertible {
  static let exitStatus: Int32 = 2
  let description: String

  init(_ reason: String) {
    description = "\(reason) (see 'demo --help')"
  }
}
