/// The way in which a statement is run.
enum StatementCall {
  /// A run of a statement that the server keeps prepared, by its name.
  case prepared(String)
  /// A run of a statement that the server keeps prepared for all stores that share the link.
  case shared(SharedStatement)
  /// A run of a text, with the types of its parameters.
  case text(String, [ServerType?])
}
