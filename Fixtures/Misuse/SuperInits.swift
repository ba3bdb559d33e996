// What the compiler says of calls of `super.init()` that are none of the superclass, which objects that
// are read repeat. Lines that end in `// error` must not compile, and nothing else is an error, also not
// what the macros make of them.

import PersistentObjects

class Being {
  let legs: Int

  init(legs: Int) { self.legs = legs }
}

@Persistent final class Pet: Being {  // error
  var name: String

  init(name: String) {
    self.name = name
    super.init()  // error
  }
}
