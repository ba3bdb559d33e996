import PersistentObjectsCommandLine

extension Parameter where Value == FilePath {
  /// The store that a verb reads.
  static var store: Parameter<FilePath> {
    .argument(
      "FILE", .file, help: "The store: a file, or a URI of PostgreSQL. It is opened read-only.")
  }
}

extension Parameter where Value == String? {
  /// Returns a parameter for one class of the store; all classes if it is omitted.
  static func optionalClass(help: String) -> Parameter<String?> {
    .optionalArgument("CLASS", .className, help: help)
  }
}
