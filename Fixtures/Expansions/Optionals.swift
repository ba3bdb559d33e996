@Persistent class Optionals {
  var plain: Int?
  var spelled: Optional<String>
  var unwrapped: Address!
  var explicit: Date? = nil
  var set: Int? = 3
}
