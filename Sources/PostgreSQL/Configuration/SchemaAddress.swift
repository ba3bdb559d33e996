import Foundation

/// A URI that may name a schema, and say whether Citus distributes it, which libpq does not support:
///
///     address = ("postgresql://" | "postgres://") … ["?" parameter {"&" parameter}]
///     parameter = "schema=" name                            a name is percent-encoded
///               | "distributed=" ("true" | "false")
///               | parameter of libpq
struct SchemaAddress {
  /// The text for libpq.
  private(set) var connection: String
  private(set) var schema: String?
  private(set) var isDistributed: Bool?

  init(_ text: String) {
    connection = text
    guard Self.isURI(text), let question = text.firstIndex(of: "?") else { return }
    var others: [Substring] = []
    for parameter in text[text.index(after: question)...].split(separator: "&") {
      if parameter.hasPrefix("schema=") {
        let name = parameter.dropFirst("schema=".count)
        schema = name.removingPercentEncoding ?? String(name)
      } else if let value = Self.distribution[parameter] {
        isDistributed = value
      } else {
        // libpq refuses what it does not know.
        others.append(parameter)
      }
    }
    guard schema != nil || isDistributed != nil else { return }
    connection =
      text[..<question] + (others.isEmpty ? "" : "?" + others.joined(separator: "&"))
  }

  private static let distribution: [Substring: Bool] = [
    "distributed=true": true, "distributed=false": false,
  ]

  static func isURI(_ text: String) -> Bool {
    text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
  }
}
