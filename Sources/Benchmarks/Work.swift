/// Work to be measured. What it needs is prepared before, and what it has written is checked after.
struct Work {
  let run: () throws -> Int

  /// - Parameter run: the work, which returns a number that depends on everything it read.
  init(_ run: @escaping () throws -> Int) { self.run = run }

  /// Does the work and returns how long it took.
  func timed() throws -> (duration: Duration, result: Int) {
    let start = ContinuousClock.now
    let result = try profiledWork(self)
    return (ContinuousClock.now - start, result)
  }
}

/// Does the work that counts. A profiler finds it by this symbol (`--toggle-collect`), which leaves
/// out preparing the data and closing the files. The work is in a structure, since the compiler
/// would otherwise make a copy of this function for each closure passed to it, and some of these
/// call each other.
@inline(never) @_optimize(none)
func profiledWork(_ work: Work) throws -> Int { try work.run() }
