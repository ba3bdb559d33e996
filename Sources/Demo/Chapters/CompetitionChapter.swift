import Foundation
import PersistentObjects

/// Work that takes too long, and a row that another session has changed.
struct CompetitionChapter: Chapter {
  private static let endless: Criteria = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n
    """

  let title = "A limit, and a row that somebody else has changed"
  let explanation = """
    A call may have a limit: what takes longer is stopped, and a transaction rolled back. \
    ImportRecord has a version: saving over changes that were not seen is refused.
    """

  func run(_ tour: Tour) throws {
    try stopQuery(tour)
    try meetConflict(tour)
  }

  private func stopQuery(_ tour: Tour) throws {
    let (store, endless) = (tour.store, Self.endless)
    try tour.say("A query that counts numbers without end:")
    let code = """
      try store.blocking.session(timeout: .milliseconds(50)) { session in
        _ = try session.rows(endless)
      }
      """
    try tour.checkThrows(.timedOut, "the query was stopped at its limit", code: code) {
      try store.blocking.session(timeout: .milliseconds(50)) { session in
        _ = try session.rows(endless)
      }
    }
  }

  private func meetConflict(_ tour: Tour) throws {
    let record = ImportRecord(file: "demo", importedAt: Date(), seconds: 1, packages: 1)
    try record.save()
    guard let pk = record.pk else { return }
    try tour.say("While a record of the demo's own is in hand, another session changes its row:")
    try changeElsewhere(pk, tour)
    record.file = "demo, again"
    let error = try tour.checkThrows(
      .conflict, "the save is refused: the row has changed since it was read",
      code: "try record.save()"
    ) { try record.save() }
    try tour.check(
      "the error says what was changed here, and nothing was written",
      error?.conflict?.changedProperties == ["file"] && record.needsSaving)
    try mergeAndSave(record, tour)
    try tour.check(
      "both changes are in the file", record.seconds == 2 && record.file == "demo, again")
    try record.delete()
  }

  private func changeElsewhere(_ pk: Int64, _ tour: Tour) throws {
    let store = tour.store
    try tour.call(
      """
      try store.blocking.transaction { session in
        try ImportRecord.findByPK(pk, in: session)?.seconds += 1
      }
      """
    ) {
      try store.blocking.transaction { session in
        try ImportRecord.findByPK(pk, in: session)?.seconds += 1
      }
    }
  }

  private func mergeAndSave(_ record: ImportRecord, _ tour: Tour) throws {
    try tour.call(
      """
      try record.refresh(keeping: .changes)
      try record.save()
      """
    ) {
      try record.refresh(keeping: .changes)
      try record.save()
    }
  }
}
