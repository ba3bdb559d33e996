import Foundation

/// A URI that may name a schema, which libpq does not support:
///
///     address = ("postgresql://" | "postgres://") … ["?" parameter {"&" parameter}]
///     parameter = "schema=" name | parameter of libpq           a name is percent-encoded
struct SchemaAddress {
  /// The text for libpq.
  private(set) var connection: String
  private(set) var schema: String?

  init(_ text: String) {
    connection = text
    guard Self.isURI(text), let question = text.firstIndex(of: "?") else { return }
    let parameters = text[text.index(after: question)...].split(separator: "&")
    let (own, others) = (
      parameters.last { $0.hasPrefix("schema=") }, parameters.filter { !$0.hasPrefix("schema=") }
    )
    guard let own else { return }
    let name = own.dropFirst("schema=".count)
    schema = name.removingPercentEncoding ?? String(name)
    connection =
      text[..<question] + (others.isEmpty ? "" : "?" + others.joined(separator: "&"))
  }

  static func isURI(_ text: String) -> Bool {
    text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
  }
}
