import PersistentObjects

/// A counter that several sessions use.
@Persistent final class Tally {
  var amount: Int = 0
  var note: String = ""
  var marks: [String] = []
  @Column(.version) var version: Int
}
