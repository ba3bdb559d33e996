import Foundation
import PersistentObjects
import PersistentObjectsCommandLine
import PersistentObjectsInspection

/// `persist sql`: a query that only reads.
struct SQL: Command {
  let file = Parameter.database
  let query: Parameter<String> = .argument(
    "QUERY", .text, help: "The query; - reads it from the standard input.")
  let decode: Parameter<Bool> = .flag(
    "--decode", help: "Reads columns of known tables by their codecs.")
  let values: Parameter<[QueryParameter]> = .repeatedOption(
    "--parameter", placeholder: "NAME=VALUE", .queryParameter,
    help:
      "Gives a value to :NAME in the query: a number, a text, or x'00ff', NULL or '12' as in SQL.")
  let limit: Parameter<Int?> = .option(
    "--limit", placeholder: "N", .number(from: 1), help: "Stops after N rows.")
  let format = Parameter.rowFormat

  var declaration: CommandDeclaration {
    CommandDeclaration(
      "sql", abstract: "Run a query that only reads",
      discussion: """
        Prints the rows of a SELECT or VALUES, with or without WITH or EXPLAIN; anything else is \
        refused. Values are shown as they are stored unless --decode is given. On a server, cast \
        dates, times, intervals, json and arrays to text.
        """,
      parameters: [file, query, values, decode, limit, format],
      examples: [
        Example("persist sql people.sqlite3 \"SELECT name, count(*) FROM person GROUP BY 1\""),
        Example("persist sql people.sqlite3 \"SELECT * FROM pet WHERE pk = :k\" --parameter k=2"),
        Example("persist sql people.sqlite3 - --ndjson < query.sql"),
      ])
  }

  func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus {
    let parameters = try parameters(invocation)
    return try InspectedFile.reading(invocation[file], orAnyDatabase: true) { file in
      let query = try file.query(
        try text(invocation), parameters: parameters, isDecoded: invocation[decode])
      let objects = ObjectPresentation(file: file)
      var count = 0
      try output.rows(query.columns.map { OutputColumn($0) }) { append in
        try query.forEachRow { row in
          try append(try row.map(objects.value))
          count += 1
          return invocation[limit].map { count < $0 } ?? true
        }
      }
      return .success
    }
  }

  private func parameters(_ invocation: Invocation) throws -> [String: StoredValue] {
    try invocation[values].reduce(into: [:]) { values, parameter in
      guard values.updateValue(parameter.value, forKey: parameter.name) == nil else {
        throw UsageError(
          "--parameter gives :\(parameter.name) two values", verb: invocation.verb)
      }
    }
  }

  private func text(_ invocation: Invocation) throws -> String {
    let query = invocation[query]
    guard query == "-" else { return query }
    return String(
      decoding: try FileArgument.standardStream.openToRead().readToEnd(), as: UTF8.self)
  }
}
