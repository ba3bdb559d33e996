import Foundation
import PersistentObjects

/// A binary package, as described by a stanza of the index.
@Persistent final class Package {
  var name: String
  /// The version, stored with the codec that the demo's registry has for the type.
  var version: DebianVersion
  var architecture: String?
  /// The priority, stored as its raw value.
  var priority: Priority?
  var isEssential: Bool = false
  /// The size of the package's file in bytes.
  var size: Int?
  /// The size on disk once the package is installed, in KiB.
  var installedSize: Int?
  var homepage: URL?
  @Column("description") var summary: String?
  /// The section, a reference; all packages of a section share one object.
  var section: Section?
  var source: SourcePackage?
  /// The tags, in the child table `package_tags`, one row per tag.
  var tags: Set<String> = []
  /// The checksums, in the child table `package_checksums`: the field's name and its value.
  var checksums: [String: String] = [:]
  /// The dependencies, in the child table `package_depends`. The type of the elements declares its
  /// own codec.
  var depends: [Relation] = []
  /// The names that it provides besides its own, in the child table `package_provides`, which has a
  /// column for each field of the elements.
  var provides: [Provision] = []
  /// The packages of this index that satisfy `depends`. These are references, which may form
  /// cycles.
  var dependencies: [Package] = []
  /// The other relations. No codec is declared for the type, so it is stored as a keyed archive.
  var otherRelations: OtherRelations?

  static let indices: [Index<Package>] = [[\.name], [\.section], [\.source]]
}
