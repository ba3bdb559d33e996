import Foundation
import PersistentObjects

extension Package {
  private static let checksumFields = ["MD5sum", "SHA1", "SHA256", "SHA512"]

  /// Makes a new package from a stanza. An error names the line.
  convenience init(_ stanza: Stanza, in catalog: Catalog) throws {
    self.init(
      name: stanza[required: "Package"],
      version: try stanza.version(),
      architecture: stanza["Architecture"],
      priority: try stanza.value("Priority") { Priority(rawValue: $0) },
      isEssential: stanza["Essential"] == "yes",
      size: try stanza.integer("Size"),
      installedSize: try stanza.integer("Installed-Size"),
      homepage: try stanza.value("Homepage") { URL(string: $0) },
      summary: stanza["Description"],
      section: stanza["Section"].flatMap { catalog.sections[$0] },
      source: catalog.sources[stanza.sourceName],
      tags: stanza.tags,
      checksums: Self.checksums(of: stanza),
      depends: try stanza.relations("Depends"),
      provides: try stanza.provisions(),
      otherRelations: try stanza.otherRelations())
  }

  private static func checksums(of stanza: Stanza) -> [String: String] {
    checksumFields.reduce(into: [:]) { $0[$1] = stanza[$1] }
  }
}
