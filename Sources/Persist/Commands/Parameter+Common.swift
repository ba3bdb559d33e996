import PersistentObjectsCommandLine

extension Parameter where Value == FilePath {
  /// The store that a verb reads.
  static var store: Parameter<FilePath> {
    .argument(
      "FILE", .file, help: "The store: a file, or a URI of PostgreSQL. It is opened read-only.")
  }
}

extension Parameter where Value == FilePath {
  /// The store, or the database of another program, that a verb reads.
  static var database: Parameter<FilePath> {
    .argument(
      "FILE", .file,
      help: "A store, any other SQLite database, or a URI of PostgreSQL. It is opened read-only.")
  }
}

extension Parameter where Value == [String] {
  /// The tables of another program's database to leave out.
  static var omittedTables: Parameter<[String]> {
    .repeatedOption(
      "--omit", placeholder: "TABLE", .text,
      help: "Leaves a table of another program's database out, such as one of its migrations.")
  }
}

extension Parameter where Value == String? {
  /// Returns a parameter for one class of the store; all classes if it is omitted.
  static func optionalClass(help: String) -> Parameter<String?> {
    .optionalArgument("CLASS", .className, help: help)
  }
}
