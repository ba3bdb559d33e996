/// The status with which the program ends.
package struct ExitStatus: RawRepresentable, Sendable, Equatable {
  /// The work is done; the file is sound; both are equal.
  package static let success = ExitStatus(rawValue: 0)
  /// The work is done, and something was found: a fault, a difference, or a file to generate again.
  package static let found = ExitStatus(rawValue: 1)
  /// The command line cannot be understood; nothing was done.
  static let wrongUse = ExitStatus(rawValue: 2)
  /// The work could not be done: a file is missing, locked, foreign, unreadable or full.
  static let couldNotLook = ExitStatus(rawValue: 3)
  /// The program was ended by Ctrl-C. By the convention of shells, the status is 128 plus the
  /// number of the signal.
  static let interrupted = ExitStatus(rawValue: 130)
  /// The output is no longer read, as after `| head`. The status follows the convention of shells.
  static let brokenPipe = ExitStatus(rawValue: 141)
  /// The program was asked to end, as by `kill`. The status follows the convention of shells.
  static let terminated = ExitStatus(rawValue: 143)

  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The documented statuses and their meanings.
  static let documented: [(status: ExitStatus, meaning: String)] = [
    (.success, "Done; the file is sound; the files are equal."),
    (.found, "Something was found: a fault, a difference, a file to regenerate."),
    (.wrongUse, "The command line cannot be understood; nothing was done."),
    (.couldNotLook, "The work could not be done: a file is missing, locked or unreadable."),
    (.interrupted, "Ended by Ctrl-C; half-written files are removed."),
    (.brokenPipe, "The output is no longer read, as by a pager that has ended."),
    (.terminated, "Ended by another signal, such as that of kill; half-written files are removed."),
  ]
}
