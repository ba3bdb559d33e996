import Foundation

/// The request of the command line.
struct Options {
  /// Whether every operation fails in turn, instead of a sample.
  var isLong = false
  /// The number of runs in a sample, for each scene and kind of fault.
  var samples = 24
  var seed: UInt64 = 1
  /// The only runs to execute: `SCENE[:KIND[:SPAN[:NUMBER]]]`.
  var only: [String] = []
  let folder: String

  init(_ arguments: [String]) throws {
    // In memory if possible, since each commit waits for the disk.
    let base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory()
    folder = "\(base)/persistent-objects-faults-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--long": isLong = true
      case "--samples": samples = rest.popFirst().flatMap(Int.init) ?? samples
      case "--seed": seed = rest.popFirst().flatMap(UInt64.init) ?? seed
      case "--only": only = (rest.popFirst() ?? "").split(separator: ":").map(String.init)
      default: throw Complaint("'\(argument)' is not known")
      }
    }
  }

  func includes(_ scene: String) -> Bool { only.isEmpty || only[0] == scene }
  func includes(kind: String) -> Bool { only.count < 2 || only[1] == kind }
  func includes(_ span: Fault.Span) -> Bool { only.count < 3 || only[2] == span.rawValue }
  var number: Int? { only.count < 4 ? nil : Int(only[3]) }
}
