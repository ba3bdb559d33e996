import PersistentObjectsCommandLine
import PersistentObjectsInspection

/// `persist diff`: how two stores differ.
struct Diff: Command {
  let first: Parameter<FilePath> = .argument("A", .file, help: "The store to compare with.")
  let second: Parameter<FilePath> = .argument("B", .file, help: "The store that may differ.")
  let data: Parameter<Bool> = .flag(
    "--data", help: "Also compares objects by key: added, gone, and changed with both values.")
  let format = Parameter.rowFormat

  var declaration: CommandDeclaration {
    CommandDeclaration(
      "diff", abstract: "Compare two stores",
      discussion: """
        Compares the recorded layouts, and with --data the objects. The exit status is 0 if they \
        are equal and 1 if they differ.
        """,
      parameters: [first, second, data, format],
      examples: [
        Example("persist diff yesterday.sqlite3 today.sqlite3"),
        Example("persist diff yesterday.sqlite3 today.sqlite3 --data --json"),
      ])
  }

  func run(_ invocation: Invocation, _ output: Output) throws -> ExitStatus {
    try InspectedFile.reading(invocation[first]) { before in
      try InspectedFile.reading(invocation[second]) { after in
        try compare(before, after, hasData: invocation[data], output)
      }
    }
  }

  private func compare(
    _ before: InspectedFile, _ after: InspectedFile, hasData: Bool, _ output: Output
  ) throws -> ExitStatus {
    var isEqual = true
    try output.rows(Self.columns) { append in
      func add(_ difference: StoreDifference) throws {
        isEqual = false
        try append(difference.row(before, after))
      }
      for difference in before.layoutDifferences(from: after) { try add(difference) }
      guard hasData else { return }
      try before.forEachObjectDifference(from: after, progress: output.progress("Comparing")) {
        try add($0)
        return true
      }
    }
    return isEqual ? .success : .found
  }

  private static let columns = [
    OutputColumn("change"), OutputColumn("class"), OutputColumn("key"), OutputColumn("property"),
    OutputColumn("before"), OutputColumn("after"),
  ]
}

extension StoreDifference {
  fileprivate func row(_ first: InspectedFile, _ second: InspectedFile) throws -> [OutputValue] {
    [
      .text(change.rawValue), .text(className), pk.map(OutputValue.integer) ?? .null,
      .text(ifAny: property),
      try before.map { try ObjectPresentation(file: first).value($0) } ?? .null,
      try after.map { try ObjectPresentation(file: second).value($0) } ?? .null,
    ]
  }
}
