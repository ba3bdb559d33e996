import PersistentObjects

extension Session {
  /// Removes the table of a class, as if it had never been used. Earlier versions did not create
  /// the tables of superclasses.
  func removeTable(_ table: String, children: [String] = []) throws {
    for name in children + [table] {
      try execute(Criteria(stringLiteral: "DROP TABLE \(name)"))
      try execute("DELETE FROM _persistent_table WHERE name = \(name)")
      try execute("DELETE FROM _persistent_column WHERE table_name = \(name)")
      try execute("DELETE FROM _persistent_index WHERE table_name = \(name)")
    }
  }
}
