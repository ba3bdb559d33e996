@Persistent final class Person {
  var name: String

  deinit {
    // The last words.
    print(name)
  }
}

@Persistent final class Debugged {
  #if DEBUG
    deinit { print("gone") }
  #endif
}
