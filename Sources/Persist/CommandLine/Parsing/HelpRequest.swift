/// A request for help.
struct HelpRequest: Error, Equatable {
  /// The verb that the help is about; nil for the program.
  let verb: String?
}
