extension Parameter where Value == FilePath {
  /// The store that a verb looks into.
  static var store: Parameter<FilePath> {
    .argument(
      "FILE", .file, help: "The store: a file, or a URI of PostgreSQL. It is opened to read alone.")
  }
}

extension Parameter where Value == String? {
  /// One class of the store, or all.
  static func optionalClass(help: String) -> Parameter<String?> {
    .optionalArgument("CLASS", .className, help: help)
  }
}
