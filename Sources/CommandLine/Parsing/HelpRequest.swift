/// A request for help.
package struct HelpRequest: Error, Equatable {
  /// The verb that the help is about; nil for the program.
  let verb: String?

  package init(verb: String?) {
    self.verb = verb
  }
}
