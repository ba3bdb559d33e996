/// An invalid command line. It is printed with a hint at the help; the exit status is 2.
package struct UsageError: Error, Equatable, CustomStringConvertible {
  /// One clear sentence without a full stop at its end.
  let message: String
  /// The verb whose help explains the error, if it is known.
  var verb: String?

  package init(_ message: String, verb: String? = nil) {
    self.message = message
    self.verb = verb
  }

  package var description: String { message }
}
