import Foundation

/// The entries of the tests' Debian index, as values of several types.
struct Stanzas {
  /// The entries as they are in the index.
  let texts: [String]
  /// The fields of the entries.
  let dictionaries: [[String: String]]

  /// The dependencies of each entry.
  var dependencies: [[String]] {
    dictionaries.map { $0["Depends", default: ""].split(separator: ", ").map(String.init) }
  }

  var summaries: [Summary] { dictionaries.map(Summary.init) }

  /// A value as programs would store it.
  struct Summary: Codable {
    let name: String
    let version: String
    let architecture: String?
    let section: String?
    let size: Int?
    let installedSize: Int?
    let homepage: URL?
    let isEssential: Bool

    init(_ fields: [String: String]) {
      name = fields["Package", default: ""]
      version = fields["Version", default: ""]
      architecture = fields["Architecture"]
      section = fields["Section"]
      size = fields["Size"].flatMap { Int($0) }
      installedSize = fields["Installed-Size"].flatMap { Int($0) }
      homepage = fields["Homepage"].flatMap { URL(string: $0) }
      isEssential = fields["Essential"] == "yes"
    }
  }

  static func read() throws -> Stanzas {
    let file = URL(filePath: #filePath).appending(path: "../../../../Fixtures/Data")
      .appending(path: "debian-packages.control").standardized
    let text = try String(contentsOf: file, encoding: .utf8)
    let texts = text.components(separatedBy: "\n\n").filter { !$0.isEmpty }
    return Stanzas(texts: texts, dictionaries: texts.map(fields))
  }

  private static func fields(_ text: String) -> [String: String] {
    let pairs = text.split(separator: "\n").compactMap { line -> (String, String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[colon...].dropFirst().drop { $0 == " " }
      return (String(line[..<colon]), String(value))
    }
    return Dictionary(pairs) { first, _ in first }
  }
}
