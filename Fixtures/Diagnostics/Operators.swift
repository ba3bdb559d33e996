@Persistent class Version: Comparable {
  var number: Int
  static func < (left: Version, right: Version) -> Bool { left.number < right.number }
// expected-warning@15 {{the compiler finds '<' twice when a class with generated members declares it; move '<' and 'Comparable' to an extension}}
}
@Persistent class Same {
  var number: Int
  static func == (left: Same, right: Same) -> Bool { left.number == right.number }
// expected-error@15 {{objects are equal only if they are identical, which sessions rely on; compare their values with a function of another name}}
  static func == (left: Same, right: Int) -> Bool { left.number == right }
}
@Persistent class Price: Hashable, Swift.Comparable {
  var amount: Int
  static func + (left: Price, right: Price) -> Int { left.amount + right.amount }
  static func == (left: Price, right: Int) -> Bool { left.amount == right }
  static func >= (left: Price, right: Price) -> Bool { left.amount >= right.amount }
// expected-warning@15 {{the compiler finds '>=' twice when a class with generated members declares it; move '>=' and 'Comparable' to an extension}}
}
@Persistent class Weight: Hashable {
  var grams: Int
  static func < (left: Weight, right: Weight) -> Bool { left.grams < right.grams }
}
