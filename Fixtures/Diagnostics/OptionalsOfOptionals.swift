@Persistent class Person {
  var twice: Int??
// expected-error@14 {{an optional of an optional has two kinds of nil; declare it with one '?', or name a codec with '@Column(codec:)'}}
  var grouped: (Int?)?
// expected-error@16 {{an optional of an optional has two kinds of nil; declare it with one '?', or name a codec with '@Column(codec:)'}}
  var members: Set<Int?> = []
// expected-error@20 {{the element of a set cannot be nil, since it is part of its row's key; declare it without '?', or name a codec with '@Column(codec:)'}}
  var perhaps: Set<String?>?
// expected-error@20 {{the element of a set cannot be nil, since it is part of its row's key; declare it without '?', or name a codec with '@Column(codec:)'}}
  var byKey: [Int?: String] = [:]
// expected-error@15 {{the key of a dictionary cannot be nil, since it is part of its row's key; declare it without '?', or name a codec with '@Column(codec:)'}}
  var long: Optional<Int?>
// expected-error@13 {{an optional of an optional has two kinds of nil; declare it with one '?', or name a codec with '@Column(codec:)'}}
  var longMembers: Swift.Set<Int?> = []
// expected-error@30 {{the element of a set cannot be nil, since it is part of its row's key; declare it without '?', or name a codec with '@Column(codec:)'}}
  var longKey: Dictionary<Int?, String> = [:]
// expected-error@27 {{the key of a dictionary cannot be nil, since it is part of its row's key; declare it without '?', or name a codec with '@Column(codec:)'}}
  var rows: [Int?] = []
  @Column(codec: JSONCodec<Int??>()) var stored: Int??
}
