@Persistent final class Entry {
  static var store: Store { get throws { try Stores.log } }
  var text: String
}

@Persistent final class Note {
  static let store = Stores.notes
  var text: String
}
