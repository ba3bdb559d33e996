import PersistentObjectsSchema

/// The tables of closed stores by name, with the versions of their layouts, so that they need not
/// be read when a store is opened again.
struct KnownLayouts: Sendable {
  /// The number of stores above which all are forgotten.
  private static let most = 10_000
  private var layouts: [[UInt8]: (SchemaCatalog, version: Int64?)] = [:]
  /// The tables that were noted last. Most stores of a directory have the same ones, which take
  /// memory once.
  private var recent: SchemaCatalog?

  subscript(name: [UInt8]) -> (SchemaCatalog, version: Int64?)? { layouts[name] }

  mutating func note(_ layout: (SchemaCatalog, version: Int64?), of name: [UInt8]) {
    if layout.version == nil { return }
    if layouts.count >= Self.most { layouts = [:] }
    let catalog = recent.flatMap { $0.hasSameTables(as: layout.0) ? $0 : nil } ?? layout.0
    recent = catalog
    layouts[name] = (catalog, layout.version)
  }
}
