@Persistent class Person {
  var kind = Kind.plain
// expected-error@7 {{a macro sees the default value of 'kind', but not its type; write that after the name: 'kind: Kind'}}
// fix-it {{write the type}}
// |   var kind: Kind = Kind.plain
  var page = URL(string: "https://swift.org")
// expected-error@7 {{a macro sees the default value of 'page', but not its type; write that after the name: 'page: URL?'}}
// fix-it {{write the type}}
// |   var page: URL? = URL(string: "https://swift.org")
  var list = []
// expected-error@7 {{a macro sees the default value of 'list', but not its type; write that after the name}}
// fix-it {{write the type}}
// |   var list: <#Type#> = []
  var sum = a + b
// expected-error@7 {{a macro sees the default value of 'sum', but not its type; write that after the name}}
// fix-it {{write the type}}
// |   var sum: <#Type#> = a + b
  var nothing = nil
// expected-error@7 {{a macro sees the default value of 'nothing', but not its type; write that after the name}}
// fix-it {{write the type}}
// |   var nothing: <#Type#> = nil
  var zone = TimeZone(identifier: "Europe/Berlin")
// expected-error@7 {{a macro sees the default value of 'zone', but not its type; write that after the name: 'zone: TimeZone?'}}
// fix-it {{write the type}}
// |   var zone: TimeZone? = TimeZone(identifier: "Europe/Berlin")
  var way = Measurement(value: 1, unit: UnitLength.meters)
// expected-error@7 {{a macro sees the default value of 'way', but not its type; write that after the name}}
// fix-it {{write the type}}
// |   var way: <#Type#> = Measurement(value: 1, unit: UnitLength.meters)
}
