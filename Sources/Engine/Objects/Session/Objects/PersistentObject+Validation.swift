extension PersistentObject {
  /// Checks the object against the rules of its class, as a save does before it writes anything.
  ///
  /// Throws `validationFailed` with all broken rules: `validationFailures` and
  /// the message name each property with its value in short form. Runs no statement unless a rule
  /// about the whole object reads a reference or a collection that is not loaded yet; throws
  /// `sessionFailed` if that fails, or has failed before.
  public func validate() throws {
    let session = session
    try session?.throwIfFailed()
    var validation = Validation()
    try validation.check(self)
    // A rule may have used a property that could not be loaded.
    try session?.throwIfFailed()
    try validation.finish()
  }
}
