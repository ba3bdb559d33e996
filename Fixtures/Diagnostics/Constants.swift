@Persistent class Person {
  let name: String
// expected-error@3 {{a persistent property must be a 'var', since it is set when an object is loaded; 'name' can be a 'private(set) var', or '@Transient'}}
// fix-it {{make it a 'var'}}
// |   var name: String
  // A comment.
  public let age = 1
// expected-error@10 {{a persistent property must be a 'var', since it is set when an object is loaded; 'age' can be a 'private(set) var', or '@Transient'}}
// fix-it {{make it a 'var'}}
// |   public var age = 1
// fix-it {{add '@Transient'}}
// |   @Transient public let age = 1
}
