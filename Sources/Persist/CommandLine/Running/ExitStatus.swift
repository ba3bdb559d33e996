/// The status with which the program ends.
struct ExitStatus: RawRepresentable, Sendable, Equatable {
  /// Done; sound; equal.
  static let success = ExitStatus(rawValue: 0)
  /// Done, and something was found: a fault, a difference, a file to generate anew.
  static let found = ExitStatus(rawValue: 1)
  /// The command line cannot be understood; nothing was done.
  static let wrongUse = ExitStatus(rawValue: 2)
  /// The work could not be done: a file is missing, locked, foreign, unreadable or full.
  static let couldNotLook = ExitStatus(rawValue: 3)
  /// Ended by Ctrl-C, as shells count it: 128 and the number of the signal.
  static let interrupted = ExitStatus(rawValue: 130)
  /// Nobody reads what is printed, as after `| head`; as shells count it.
  static let brokenPipe = ExitStatus(rawValue: 141)
  /// Asked to end, as by `kill`; as shells count it.
  static let terminated = ExitStatus(rawValue: 143)

  let rawValue: Int32

  /// The statuses of which help and the manual tell, and their meaning.
  static let documented: [(status: ExitStatus, meaning: String)] = [
    (.success, "Done; the file is sound; the files are equal."),
    (.found, "Something was found: a fault, a difference, a file to generate anew."),
    (.wrongUse, "The command line cannot be understood; nothing was done."),
    (.couldNotLook, "The work could not be done: a file is missing, locked or unreadable."),
    (.interrupted, "Ended by Ctrl-C; half-written files are removed."),
  ]
}
