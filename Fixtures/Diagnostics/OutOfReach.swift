enum Zoo {
  @Persistent private final class Animal {
// expected-error@15 {{the conformance to 'PersistentObject' is an extension at file scope, which cannot access what is 'private' in a type; make it 'fileprivate'}}
// fix-it {{make it 'fileprivate'}}
// |   @Persistent fileprivate final class Animal {
    var name: String
  }
  private struct Cage {
    @Persistent final class Bird {
// expected-error@29 {{the conformance to 'PersistentObject' is an extension at file scope, which cannot access what is 'private' in a type; make it 'fileprivate'}}
      var name: String
    }
  }
}
private enum Farm {
  @Persistent final class Cow {
    var name: String
  }
}
@Persistent private final class Dog {
  var name: String
  @available(*, unavailable) var age: Int
// expected-error@3 {{a persistent property is read and written, so it cannot be unavailable; make it private, or add '@Transient'}}
// fix-it {{add '@Transient'}}
// |   @Transient @available(*, unavailable) var age: Int
}
