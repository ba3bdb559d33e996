/// The kind of a value, as far as completions and help need it.
enum ValueKind: Sendable, Equatable {
  case file
  case folder
  /// The name of a class in the file.
  case className
  case number
  case text
  /// One of a few words.
  case choice([String])
}
