import CFaults
import TestSupport

/// The contents of the written files on a disk, and the writes that are not synced yet, which a
/// power failure may lose in whole or in part, in any order.
struct Disk {
  private var files: [String: File] = [:]

  private struct File {
    /// The bytes on the disk; nil if the file does not exist.
    var bytes: [UInt8]?
    /// The changes that may still be lost, in order.
    var pending: [Change] = []
  }

  private enum Change {
    case create
    case write([UInt8], at: Int)
    case cut(to: Int)
    case delete
  }

  /// Makes a disk with one file, or none.
  init(_ path: String, holding bytes: [UInt8]?) { files[path] = File(bytes: bytes) }

  mutating func add(_ entry: po_tape_entry, to path: String) {
    switch Int(entry.operation) {
    case PO_SYNC: sync(path)
    case PO_DELETE where entry.offset != 0: files[path] = File()
    case PO_DELETE: files[path, default: File()].pending.append(.delete)
    case PO_OPEN: files[path, default: File()].pending.append(.create)
    case PO_TRUNCATE:
      files[path, default: File()].pending.append(.cut(to: Int(entry.offset)))
    default:
      let bytes = Array(UnsafeBufferPointer(start: entry.bytes, count: Int(entry.count)))
      files[path, default: File()].pending.append(.write(bytes, at: Int(entry.offset)))
    }
  }

  /// Whether everything done to a file is on the disk.
  func isSynced(_ path: String) -> Bool { files[path]?.pending.isEmpty ?? true }

  var paths: [String] { Array(files.keys) }

  private mutating func sync(_ path: String) {
    guard var file = files[path] else { return }
    // SQLite syncs the folder for a new journal.
    let isNew = file.pending.contains { if case .create = $0 { true } else { false } }
    if isNew && !path.hasSuffix(".sqlite3") { syncDeletions() }
    for change in file.pending { Self.carryOut(change, on: &file.bytes) }
    file.pending = []
    files[path] = file
  }

  private mutating func syncDeletions() {
    for (path, var file) in files {
      let last = file.pending.lastIndex { if case .delete = $0 { true } else { false } }
      guard let last else { continue }
      file.bytes = nil
      file.pending.removeSubrange(...last)
      files[path] = file
    }
  }

  private static func carryOut(_ change: Change, on bytes: inout [UInt8]?) {
    switch change {
    case .create: bytes = bytes ?? []
    case .delete: bytes = nil
    case .cut(let size):
      guard let old = bytes else { return }
      bytes = Array(old.prefix(size)) + Array(repeating: 0, count: max(0, size - old.count))
    case .write(let new, let offset):
      var old = bytes ?? []
      if old.count < offset + new.count {
        old += Array(repeating: 0, count: offset + new.count - old.count)
      }
      old.replaceSubrange(offset..<(offset + new.count), with: new)
      bytes = old
    }
  }
}

extension Disk {
  /// The fate of writes that were not synced.
  enum Loss: CaseIterable {
    /// All of them are lost.
    case all
    /// None of them is lost: the process has died, not the machine.
    case nothing
    /// Each sector is randomly lost or kept, whichever was written first.
    case sectors
    /// The last write is lost, and part of the earlier ones.
    case end
    /// Some sectors are lost, as in ``sectors``, and appended parts of a file have old contents.
    case garbage
  }

  /// A possible state of a file after a power failure; nil if it is missing.
  func image(of path: String, _ loss: Loss, _ random: inout RandomNumbers) -> [UInt8]? {
    guard let file = files[path] else { return nil }
    var bytes = file.bytes
    let kept = loss == .end ? random.number(below: file.pending.count + 1) : file.pending.count
    for (index, change) in file.pending.prefix(kept).enumerated() {
      switch loss {
      case .all: break
      case .nothing: Self.carryOut(change, on: &bytes)
      case .end where index < kept - 1: Self.carryOut(change, on: &bytes)
      default: Self.tear(change, loss, &bytes, &random)
      }
    }
    return bytes
  }

  private static let sector = 512

  private static func tear(
    _ change: Change, _ loss: Loss, _ bytes: inout [UInt8]?, _ random: inout RandomNumbers
  ) {
    guard case .write(let new, let offset) = change else {
      if random.once(in: 2) { carryOut(change, on: &bytes) }
      return
    }
    if loss == .garbage, let size = bytes?.count, size < offset + new.count {
      let old = (0..<(offset + new.count - size)).map { _ in UInt8(random.number(below: 256)) }
      carryOut(.write(old, at: size), on: &bytes)
    }
    // Sectors are aligned to the file.
    var start = 0
    while start < new.count {
      let end = min(new.count, start + sector - (offset + start) % sector)
      if random.once(in: 2) {
        carryOut(.write(Array(new[start..<end]), at: offset + start), on: &bytes)
      }
      start = end
    }
  }
}
