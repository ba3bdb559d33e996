import Foundation

/// The descriptors 0, 1 and 2.
package enum StandardStreams {
  /// Reserves the numbers of closed streams. Otherwise a file opened later could get one, and the
  /// output would go into a store.
  ///
  /// Each is opened for the opposite direction, so that using it is still an error.
  package static func reserve() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
