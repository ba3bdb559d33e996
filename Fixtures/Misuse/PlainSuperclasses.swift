// What the compiler says of superclasses that are not persistent. Lines that end in `// error` must
// not compile, and nothing else is an error, also not what the macros make of them.

import PersistentObjects

class Being {
  let legs: Int

  init(legs: Int) { self.legs = legs }
}

class Secret {
  private init() {}
  init(_ number: Int) {}
}

protocol Named {
  var name: String { get }
}

@Persistent final class Pet: Being {  // error
  var name: String
  var owner: Pet?
}

@Persistent
class Cat
  : Being, Named  // error
{
  var name: String = ""

  init(name: String) {
    self.name = name
  }  // error
}

enum Files {
  @Persistent public final class Page: Secret {  // error
    var number: Int
  }
}

@Persistent final class Badge: Named {
  var name: String
  var owner: Badge?
}
