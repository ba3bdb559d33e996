@Persistent class Version: Comparable {
  var number: Int
  static func < (left: Version, right: Version) -> Bool { left.number < right.number }
// expected-warning@15 {{the compiler finds '<' twice when a class with generated members declares it; move '<' and 'Comparable' to an extension}}
}
