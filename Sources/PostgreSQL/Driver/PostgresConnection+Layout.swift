import PersistentObjectsDriver

extension PostgresConnection: LayoutWatching {
  func layoutVersion() throws -> Int64 {
    if !server.knowsLayoutVersion { try server.readLayoutVersion() }
    return server.layout.version
  }

  var isLayoutVersionAtHand: Bool { server.knowsLayoutVersion }

  /// Returns everything in the text that may be a name.
  func tables(usedBy sql: String) -> Set<String>? { ParameterText(sql).names }

  var layoutCheck: ((_ sql: String) throws -> Bool)? {
    get { server.layout.check }
    set { server.layout.check = newValue }
  }
}
