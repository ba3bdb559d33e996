import CSQLite
import Foundation
import PersistentObjectsDriver
import Testing

@testable import PersistentObjectsEngine
@testable import PersistentObjectsSQLite

@Suite struct ResultCodeTests {
  /// The detail of `SQLITE_IOERR_SHMSIZE`: the log's index cannot grow.
  private static let indexSize = SQLITE_IOERR | 19 << 8

  @Test(arguments: [SQLITE_CANTOPEN, SQLITE_IOERR, indexSize, SQLITE_FULL], [ENOSPC, EDQUOT])
  func aDiskWithoutRoomIsFullWhereverSQLiteMeetsIt(_ code: Int32, _ systemError: Int32) {
    let error = error(code, systemError)
    #expect(error.code == .diskFull)
    #expect(error.message.hasPrefix("There is not enough space for test.sqlite3"), "\(error)")
  }

  @Test func aFileThatMayNotBecomeLongerIsLikeAFullDisk() {
    let error = error(SQLITE_IOERR, EFBIG)
    #expect(error.code == .diskFull)
    #expect(error.message.contains("ulimit -f"))
  }

  @Test func tooManyOpenFilesHaveTheirOwnRemedy() {
    let error = error(SQLITE_CANTOPEN, EMFILE)
    #expect(error.code == .cannotOpen)
    #expect(error.message.contains("ulimit -n"))
  }

  @Test func whatTheSystemSaidBeforeCountsOnlyWhereItWasAsked() {
    #expect(error(SQLITE_CANTOPEN, EACCES).code == .cannotOpen)
    #expect(error(SQLITE_IOERR, EIO).code == .databaseFailed)
    #expect(error(SQLITE_NOMEM, ENOSPC).code == .databaseFailed)
    #expect(error(SQLITE_CORRUPT, ENOSPC).code == .corrupt)
  }

  private func error(_ code: Int32, _ systemError: Int32) -> PersistenceError {
    ResultCode(code).error(
      message: "as the test says", database: "test.sqlite3", role: .writer,
      systemError: systemError, sql: nil)
  }
}
