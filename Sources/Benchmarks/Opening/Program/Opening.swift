import PersistentObjects

/// The program `opening makeFile|firstObject|eachClass CLASSES PATH`. It opens a file with so many
/// classes, and prints the nanoseconds that this took and the sum of the objects' numbers. The
/// benchmarks run it.
@main
struct Opening {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let count = Int(arguments[2]) else { throw UsageError() }
    let classes = Array(hundredClasses.prefix(count))
    let clock = ContinuousClock()
    let start = clock.now
    let opening = try EngineOpening(path: arguments[3], classes)
    let sum = try opening.run(arguments[1])
    let duration = clock.now - start
    // Once the store is closed, the file is complete by itself; the next process finds no log
    // beside it.
    opening.close()
    print(Int64(duration / .nanoseconds(1)), sum)
  }
}

/// An error for any other command line.
struct UsageError: Error {}
