import Foundation

/// A disk of some megabytes, in memory, owned by the user of the server.
final class SmallDisk {
  private let mount = "/tmp/small-disk-\(UUID().uuidString.prefix(8))"
  var folder: String { mount + "/files" }

  /// Whether this process may mount such a disk.
  static let isPossible: Bool = {
    guard getuid() == 0, let disk = try? SmallDisk() else { return false }
    return FileManager.default.fileExists(atPath: disk.folder)
  }()

  init() throws {
    try FileManager.default.createDirectory(atPath: mount, withIntermediateDirectories: false)
    try ServerProgram.run("/bin/mount", ["-t", "tmpfs", "-o", "size=8m", "tmpfs", mount])
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try ServerProgram.run("/bin/chown", ["postgres", folder])
  }

  deinit {
    try? ServerProgram.run("/bin/umount", ["--lazy", mount])
    try? FileManager.default.removeItem(atPath: mount)
  }

  /// Makes more space.
  func grow() throws {
    try ServerProgram.run("/bin/mount", ["-o", "remount,size=64m", mount])
  }
}
