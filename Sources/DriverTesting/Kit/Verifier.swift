import Foundation
import PersistentObjectsDriver

/// One run of the checks. Each check has its own connections and an empty database.
struct Verifier {
  let driver: any Driver
  let options: DriverVerification

  func run() async throws -> DriverVerificationResult {
    try refuseUnusable()
    var failures: [DriverVerificationError.Failure] = []
    var result = DriverVerificationResult()
    checking: for duty in DriverDuty.allCases where options.duties.contains(duty) {
      for check in duty.checks {
        let (sentences, skip, isEmpty) = await outcome(of: check)
        failures += sentences.map { .init(duty: duty, sentence: $0) }
        result.checks += 1
        if let skip { result.skipped.append("\(check.promise): \(skip.reason)") }
        // What is left of one check would break most others.
        if !isEmpty { break checking }
      }
    }
    if failures.isEmpty { return result }
    throw DriverVerificationError(
      driver: "\(type(of: driver))", failures: failures, result: result)
  }

  /// Refuses a database that is read-only or has tables, which would be lost.
  private func refuseUnusable() throws {
    if driver.isReadOnly {
      throw PersistenceError(.readOnly, "the suite writes to \(driver.databaseName)")
    }
    let tables = try Emptying(driver).tables().map(\.name)
    if tables.isEmpty { return }
    throw PersistenceError(
      .schemaMismatch,
      """
      the suite needs an empty database, and \(driver.databaseName) has the tables \
      \(tables.joined(separator: ", "))
      """)
  }

  private func outcome(
    of check: Check
  ) async -> (sentences: [String], skip: Skip?, isEmpty: Bool) {
    trace(check)
    var sentences: [String] = []
    var (skip, isEmpty) = (Skip?.none, true)
    do {
      let bench = try Bench(driver, options)
      defer { bench.close() }
      try await check.body(bench)
    } catch let error as Skip {
      skip = error
    } catch {
      sentences.append(Wording.sentence(check.promise, broken: error))
    }
    do {
      try Emptying(driver).run()
    } catch {
      let promise = """
        After the check \u{201c}\(check.promise)\u{201d} the database must be emptied, so that others can follow
        """
      sentences.append(Wording.sentence(promise, broken: error))
      isEmpty = false
    }
    return (sentences, skip, isEmpty)
  }

  private func trace(_ check: Check) {
    guard ProcessInfo.processInfo.environment["DRIVER_TRACE"] != nil else { return }
    FileHandle.standardError.write(Data("\(check.promise)\n".utf8))
  }
}
