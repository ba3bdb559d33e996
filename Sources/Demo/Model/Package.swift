import Foundation
import PersistentObjects

/// A binary package, as a stanza of the index describes it.
@Persistent final class Package {
  var name: String
  /// Stored by the codec that the demo's registry has for the type.
  var version: DebianVersion
  var architecture: String?
  /// Stored as its raw value.
  var priority: Priority?
  var isEssential: Bool = false
  /// The bytes of the package's file.
  var size: Int?
  /// KiB on the disk, once installed.
  var installedSize: Int?
  var homepage: URL?
  @Column("description") var summary: String?
  /// A reference; all packages of a section share one object.
  var section: Section?
  var source: SourcePackage?
  /// Child table `package_tags`, one row for each tag.
  var tags: Set<String> = []
  /// Child table `package_checksums`: the field's name and its value.
  var checksums: [String: String] = [:]
  /// The dependencies, in the child table `package_depends`; the type of the elements declares its
  /// own codec.
  var depends: [Relation] = []
  /// The packages of this index that satisfy `depends`. References, cycles among them included.
  var dependencies: [Package] = []
  /// The other relations. No codec is declared for the type, so it is stored as a keyed archive.
  var otherRelations: OtherRelations?

  static let indices: [Index<Package>] = [[\.name], [\.section], [\.source]]
}
