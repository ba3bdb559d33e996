@Persistent class Person {
  var kind = Kind.plain
// expected-error@7 {{the type of 'kind' cannot be inferred from its default value; write it after the name}}
// fix-it {{write the type}}
// |   var kind: Kind = Kind.plain
  var page = URL(string: "https://swift.org")
// expected-error@7 {{the type of 'page' cannot be inferred from its default value; write it after the name}}
// fix-it {{write the type}}
// |   var page: URL? = URL(string: "https://swift.org")
  var list = []
// expected-error@7 {{the type of 'list' cannot be inferred from its default value; write it after the name}}
// fix-it {{write the type}}
// |   var list: <#Type#> = []
  var sum = a + b
// expected-error@7 {{the type of 'sum' cannot be inferred from its default value; write it after the name}}
// fix-it {{write the type}}
// |   var sum: <#Type#> = a + b
  var nothing = nil
// expected-error@7 {{the type of 'nothing' cannot be inferred from its default value; write it after the name}}
// fix-it {{write the type}}
// |   var nothing: <#Type#> = nil
  var zone = TimeZone(identifier: "Europe/Berlin")
// expected-error@7 {{the type of 'zone' cannot be inferred from its default value; write it after the name}}
// fix-it {{write the type}}
// |   var zone: TimeZone? = TimeZone(identifier: "Europe/Berlin")
  var way = Measurement(value: 1, unit: UnitLength.meters)
// expected-error@7 {{the type of 'way' cannot be inferred from its default value; write it after the name}}
// fix-it {{write the type}}
// |   var way: <#Type#> = Measurement(value: 1, unit: UnitLength.meters)
}
