/// The kind of a value, as far as completions and help need it.
enum ValueKind: Sendable, Equatable {
  case file
  case folder
  /// The name of a class in the file.
  case className
  case number
  case text
  /// One of several words.
  case choice([String])
}
