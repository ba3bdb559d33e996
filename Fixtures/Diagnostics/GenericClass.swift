@Persistent class Box<Value> {
// expected-error@22 {{a persistent class cannot be generic, since a table has columns of fixed types}}
  var value: Int
}
struct Outer<Value> {
  @Persistent class Inner {}
// expected-error@21 {{a persistent class cannot be nested in something generic, since a table has columns of fixed types}}
}
extension Array where Element == Int {
  @Persistent class Inner {}
// expected-error@21 {{a persistent class cannot be nested in something generic, since a table has columns of fixed types}}
}
