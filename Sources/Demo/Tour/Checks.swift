/// The claims of the demo, and whether they are true.
struct Checks {
  private(set) var passed = 0
  private(set) var failures: [String] = []

  var count: Int { passed + failures.count }
  var allHold: Bool { failures.isEmpty }

  mutating func record(_ claim: String, _ holds: Bool) {
    if holds { passed += 1 } else { failures.append(claim) }
  }
}
