@Persistent final class Kind {
  enum Kind: String { case small }
// expected-error@8 {{inside the class, this type hides the 'Kind' that generated code names; give it another name}}
  var size: Int
}
@Persistent final class Order {
  #if DEBUG
    typealias Swift = Int
// expected-error@15 {{inside the class, this type hides the 'Swift' that generated code names; give it another name}}
  #endif
  enum Status: Int { case paid }
}
