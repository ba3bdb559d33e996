import CFaults
import PersistentObjects

/// The operations of SQLite that fail, and for how long.
struct Fault: Sendable {
  let kind: Kind
  let span: Span
  /// The first operation to fail, counted from 1.
  let number: Int

  enum Kind: String, CaseIterable, Sendable {
    /// Any operation on files fails with EIO.
    case io
    /// Operations that need space on the disk fail with ENOSPC.
    case full
    /// A read or a write does only its first half.
    case short
    /// An allocation returns no memory.
    case memory
  }

  enum Span: String, CaseIterable, Sendable {
    /// One operation.
    case once
    /// All operations from the first one on fail, until the failed step is repeated.
    case on
    /// All operations from the first one on fail, until the store is closed.
    case last
  }

  func arm() {
    po_faults_arm(kind.operations, kind.effect, number, span == .once ? 0 : 1)
  }
}

extension Fault.Kind {
  fileprivate var operations: Int32 {
    let operations =
      switch self {
      case .io:
        PO_OPEN | PO_READ | PO_WRITE | PO_TRUNCATE | PO_SYNC | PO_LOCK | PO_SHARED_MEMORY
          | PO_SIZE | PO_DELETE | PO_ACCESS
      case .full: PO_OPEN | PO_WRITE | PO_SHARED_MEMORY
      case .short: PO_READ | PO_WRITE
      case .memory: PO_ALLOCATION
      }
    return Int32(operations)
  }

  fileprivate var effect: Int32 {
    switch self {
    case .io, .memory: Int32(PO_BROKEN)
    case .full: Int32(PO_NO_SPACE)
    case .short: Int32(PO_SHORT)
    }
  }

  /// The codes of errors that correctly describe such a failure.
  var codes: Set<PersistenceError.Code> {
    switch self {
    case .io: [.databaseFailed, .cannotOpen]
    case .full: [.diskFull]
    case .short: [.databaseFailed, .diskFull]
    case .memory: [.databaseFailed]
    }
  }
}

/// Runs `body` without faults.
func quietly<R>(_ body: () throws -> R) rethrows -> R {
  po_faults_pause()
  defer { po_faults_resume() }
  return try body()
}

/// The name of a kind of operation.
func operationName(_ operation: Int32) -> String {
  switch Int(operation) {
  case PO_OPEN: "open"
  case PO_READ: "read"
  case PO_WRITE: "write"
  case PO_TRUNCATE: "truncate"
  case PO_SYNC: "sync"
  case PO_LOCK: "lock"
  case PO_SHARED_MEMORY: "shared memory"
  case PO_SIZE: "size"
  case PO_DELETE: "delete"
  case PO_ACCESS: "access"
  default: "allocation"
  }
}
