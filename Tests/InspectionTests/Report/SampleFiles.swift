import Foundation
import Testing

@testable import PersistentObjectsReport

/// Writes reports for `Tools/check-report`, which opens them in a browser: `REPORT_SAMPLES=FOLDER`.
@Suite struct SampleFiles {
  static let folder = ProcessInfo.processInfo.environment["REPORT_SAMPLES"]

  @Test(.enabled(if: folder != nil)) func writesReportsForTheBrowser() throws {
    let folder = URL(fileURLWithPath: Self.folder ?? ".")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var hostile = HostileReport(seed: 1)
    let reports = [
      ("shop", ShopReport.content), ("hostile", hostile.content(classes: 9)),
      ("many", ManyClasses.content(count: 5_000)), ("empty", ReportContent(title: "empty.store")),
    ]
    for (name, content) in reports {
      let file = folder.appending(path: name + ".html")
      try Data().write(to: file)
      let handle = try FileHandle(forWritingTo: file)
      let start = ContinuousClock.now
      let outcome = try ReportPage(content).write { try handle.write(contentsOf: $0) }
      try handle.close()
      print("\(name): \(outcome), \(ContinuousClock.now - start)")
    }
  }
}
