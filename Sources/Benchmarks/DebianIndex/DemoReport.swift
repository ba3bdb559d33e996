/// The figures in the demo's output:
///
///     import   packages      539     0.17       3,166
///              relations   2,046     0.17      12,018
///     …
///     The process has used at most 43 MB of memory so far.
struct DemoReport {
  struct Line {
    let count: Int
    let perSecond: Double
  }

  let lines: [String: Line]
  let megabytes: Int
  let duration: Duration

  init(_ output: String, _ duration: Duration) {
    var lines: [String: Line] = [:]
    var megabytes = 0
    for line in output.split(separator: "\n") {
      let words = line.split(separator: " ").map { $0.filter { $0 != "," } }
      if words.count >= 4, let perSecond = Double(words[words.count - 1]),
        Double(words[words.count - 2]) != nil, let count = Int(words[words.count - 3])
      {
        // The first table is that of the import.
        let what = words[words.count - 4]
        if lines[what] == nil { lines[what] = Line(count: count, perSecond: perSecond) }
      }
      if line.hasPrefix("The process has used at most"), words.count > 6 {
        megabytes = Int(words[6]) ?? 0
      }
    }
    self.lines = lines
    self.megabytes = megabytes
    self.duration = duration
  }
}
