import PersistentObjects

/// An account. Accounts come in pairs; money moves only within a pair, so the sum of each pair
/// stays the same.
@Persistent final class Account {
  var owner: String
  var balance: Int
}
