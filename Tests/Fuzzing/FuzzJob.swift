import Foundation
import PersistentObjectsKeyedArchive

/// A job that is run repeatedly, each time with different random numbers.
struct FuzzJob {
  let name: String
  private let body: (inout FuzzRandom) throws -> Void

  /// Makes a job that changes bytes of stored forms.
  init(_ target: FuzzTarget) {
    name = target.name
    body = { random in
      let sample = target.samples[random.below(target.samples.count)]
      try target.decode(sample.mutated(&random))
    }
  }

  /// Makes a job that changes parts of a value, so that the archive is sound but the value is not.
  init(_ shape: FoundationShape) {
    name = shape.name
    body = { random in
      var tree = shape.tree.mutated(&random)
      for _ in 0..<random.below(3) { tree = tree.mutated(&random) }
      try KeyedArchive.archive(tree).withUnsafeBytes(shape.decode)
    }
  }

  /// Runs the job `count` times; the decoder has a minute for each thousand runs.
  func run(_ count: Int, _ options: FuzzOptions) throws -> FuzzCount {
    var result = FuzzCount()
    for run in options.first..<options.first + count {
      if run % 1000 == 0 { alarm(60) }
      if run % 100_000 == 0 { Fuzzing.report("\(name): seed \(options.seed), from run \(run)") }
      var random = FuzzRandom(seed: options.seed, run: run)
      do {
        try body(&random)
        result.read += 1
      } catch let error as BrokenLaw {
        Fuzzing.report("seed \(options.seed), run \(run)")
        throw error
      } catch {
        result.refused += 1
      }
    }
    alarm(0)
    Fuzzing.report("\(name): \(result)")
    return result
  }
}

/// The numbers of inputs that were read and that were refused.
struct FuzzCount: CustomStringConvertible {
  var read = 0
  var refused = 0

  mutating func add(_ other: FuzzCount) {
    read += other.read
    refused += other.refused
  }

  var description: String { "\(read + refused) mutations, \(read) read, \(refused) refused" }
}
