import Foundation
import PersistentObjectsDriver

/// One run of the checks. Each check has its own connections and an empty database.
struct Verifier {
  let driver: any Driver
  let options: DriverVerification

  func run() async throws {
    try refuseUnusable()
    var failures: [DriverVerificationError.Failure] = []
    for duty in DriverDuty.allCases where options.duties.contains(duty) {
      for check in duty.checks {
        failures += await sentences(of: check).map { .init(duty: duty, sentence: $0) }
      }
    }
    if failures.isEmpty { return }
    throw DriverVerificationError(driver: "\(type(of: driver))", failures: failures)
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

  private func sentences(of check: Check) async -> [String] {
    trace(check)
    var sentences: [String] = []
    do {
      let bench = try Bench(driver, options)
      defer { bench.close() }
      try await check.body(bench)
    } catch {
      sentences.append(Wording.sentence(check.promise, broken: error))
    }
    do {
      try Emptying(driver).run()
    } catch {
      let promise = "After the check \u{201c}\(check.promise)\u{201d} the database must be emptied"
      sentences.append(Wording.sentence(promise, broken: error))
    }
    return sentences
  }

  private func trace(_ check: Check) {
    guard ProcessInfo.processInfo.environment["DRIVER_TRACE"] != nil else { return }
    FileHandle.standardError.write(Data("\(check.promise)\n".utf8))
  }
}
