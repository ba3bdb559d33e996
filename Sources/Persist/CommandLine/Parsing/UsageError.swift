/// A command line that cannot be understood: printed with a hint at the help, exit status 2.
struct UsageError: Error, Equatable, CustomStringConvertible {
  /// One clear sentence without a full stop at its end.
  let message: String
  /// The verb whose help explains it, if it is known.
  var verb: String?

  init(_ message: String, verb: String? = nil) {
    self.message = message
    self.verb = verb
  }

  var description: String { message }
}
