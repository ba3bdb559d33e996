import Foundation

/// The task of a separate process. It is measured from its first call of the library to the last
/// object; nothing is cached except the file, by the operating system.
///
/// The package's side is a separate program, since its hundred classes take long to compile. Both
/// programs print the nanoseconds of the work and the sum of the objects' numbers.
struct OpeningTask {
  enum Work: String, CaseIterable {
    case makeFile, firstObject, eachClass

    var title: String {
      switch self {
      case .makeFile: "a new file: an object of each class saved"
      case .firstObject: "an existing file: the first object"
      case .eachClass: "an existing file: an object of each class"
      }
    }
  }

  let work: Work
  let classCount: Int
  let path: String

  init(work: Work, classCount: Int, path: String) {
    self.work = work
    self.classCount = classCount
    self.path = path
  }

  private var arguments: [String] { [work.rawValue, "\(classCount)", path] }

  // MARK: In this process

  init(arguments: [String]) throws {
    guard arguments.count == 3, let work = Work(rawValue: arguments[0]),
      let count = Int(arguments[1])
    else { throw UsageError(description: "--opening takes what to do, how many classes, a path") }
    self.init(work: work, classCount: count, path: arguments[2])
  }

  /// Does the work by hand.
  func run() throws {
    let clock = ContinuousClock()
    let start = clock.now
    let opening = try RawOpening(path: path, classCount)
    let sum = try opening.run(work)
    let duration = clock.now - start
    // Closing, which copies the log into the file, is not measured.
    withExtendedLifetime(opening) {}
    print(Int64(duration / .nanoseconds(1)), sum)
  }

  // MARK: In another process

  func measureRaw() throws -> (duration: Duration, result: Int) {
    try Self.figures(ChildProcess.outputOfSelf(["--opening"] + arguments))
  }

  func measureEngine() throws -> (duration: Duration, result: Int) {
    try Self.figures(ChildProcess.output(of: ChildProcess.sibling("opening"), arguments))
  }

  private static func figures(_ output: String) throws -> (duration: Duration, result: Int) {
    let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Int64($0) }
    guard numbers.count == 2 else { throw UsageError(description: "no figures in '\(output)'") }
    return (.nanoseconds(numbers[0]), Int(numbers[1]))
  }
}
