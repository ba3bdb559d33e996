import Foundation
import PersistentObjectsCodec

/// The law of use on several threads at once. Values need not be `Sendable`, so each thread gets
/// stored forms and makes its own values from them.
extension Verifier {
  nonisolated(nonsending) mutating func checkThreads(_ values: [Value]) async {
    guard options.threads > 1 else { return }
    let kept = values.compactMap { value -> (value: Value, copying: Copying)? in
      // Store it again, as the threads will: equal values may have two forms.
      guard let form = try? subject.store(value), let back = try? subject.restore(form),
        let expected = try? subject.store(back)
      else { return nil }
      return (value, Copying(form: form, expected: expected))
    }.sorted { $0.copying.form.size < $1.copying.form.size }.prefix(50)
    let differences = await Copying.run(
      kept.map(\.copying), subject.codec, threads: options.threads)
    let broken = differences.filter { !isFine($0, kept[$0.index].value) }
    guard let first = broken.min(by: { $0.index < $1.index }) else { return }
    note(breach(first, kept[first.index].value, kept[first.index].copying))
  }

  /// Whether an unexpected form is valid, because a value may have several forms.
  private func isFine(_ difference: Copying.Difference, _ value: Value) -> Bool {
    guard !subject.codec.isSearchable, case .stored(let form) = difference.outcome,
      let back = try? subject.restore(form)
    else { return false }
    return subject.isKept(value, as: back)
  }

  private func breach(
    _ difference: Copying.Difference, _ value: Value, _ copying: Copying
  ) -> Breach {
    let found =
      switch difference.outcome {
      case .stored(let form): "was decoded and encoded again as \(form)."
      case .threw(let error): "could not be decoded and encoded again: \(Wording.reason(error))"
      }
    return Breach(
      .concurrency,
      "A codec must do the same when several threads use it at once, but"
        + " \(Wording.name(value)), stored as \(copying.expected), \(found)")
  }
}

/// A stored form, and the form after it is decoded and encoded again.
private struct Copying: Sendable {
  let form: StoredForm
  let expected: StoredForm

  /// The unexpected form that a thread saw.
  struct Difference: Sendable {
    let index: Int
    let outcome: Outcome
  }

  enum Outcome: Sendable {
    case stored(StoredForm)
    case threw(String)
  }

  /// Copies all forms on several threads at once. Each thread starts at another form. These are
  /// threads, not tasks, since tasks might all share a single thread.
  nonisolated(nonsending) static func run<Codec: ColumnCodec>(
    _ copyings: [Copying], _ codec: Codec, threads: Int
  ) async -> [Difference] {
    guard !copyings.isEmpty else { return [] }
    let (results, continuation) = AsyncStream.makeStream(of: [Difference].self)
    for number in 0..<threads {
      let thread = Thread {
        continuation.yield(compare(copyings, codec, from: number * copyings.count / threads))
      }
      // This is the size of a main thread's stack: codecs of nested values recurse deeply.
      thread.stackSize = 8 << 20
      thread.start()
    }
    var differences: [Difference] = []
    for await result in results.prefix(threads) { differences += result }
    return differences
  }

  private static func compare<Codec: ColumnCodec>(
    _ copyings: [Copying], _ codec: Codec, from start: Int
  ) -> [Difference] {
    var differences: [Difference] = []
    let steps = max(copyings.count, 200)
    for step in 0..<steps where differences.count < 10 {
      let index = (start + step) % copyings.count
      if let outcome = copyings[index].outcome(codec) {
        differences.append(Difference(index: index, outcome: outcome))
      }
    }
    return differences
  }

  /// Returns the unexpected outcome, or nil.
  private func outcome<Codec: ColumnCodec>(_ codec: Codec) -> Outcome? {
    do {
      let cell = try FormCell(form.withCell(codec.value), by: codec)
      return cell.form == expected ? nil : .stored(cell.form)
    } catch { return .threw("\(error)") }
  }
}
