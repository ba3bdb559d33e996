@Embeddable class Person {
// expected-error@13 {{'@Embeddable' stores a struct or an enum in columns; for this class, write a 'CompositeCodec'}}
  var name: String
}
@Embeddable struct Box<Value> {
// expected-error@23 {{an embeddable type cannot be generic, since a table has columns of fixed types; write a 'CompositeCodec' for each type that you store}}
  var value: Value
}
@Embeddable struct Nothing {
// expected-error@20 {{an embeddable struct needs at least one stored property}}
  static let name = ""
}
@Embeddable struct Fields {
  let constant = 1
// expected-error@16 {{a constant with a value cannot be read from a column; make it 'static', make it a 'var', or give it its value in 'init'}}
  var list: [String]
// expected-error@13 {{a field cannot be a collection, which needs a table of its own; make it a property of the class, or name a codec for the whole with '@Column(codec:)'}}
  @Column(onDelete: .cascade) var rule: Int
// expected-error@11 {{'onDelete: .cascade' is for properties of persistent classes; this is a field of a value}}
  @Column(.createdAt) var made: Date
// expected-error@11 {{'.createdAt' is for properties of persistent classes; this is a field of a value}}
  @Inverse(\Order.box) var inverse: Int
// expected-error@3 {{only a property of a persistent class can be an inverse}}
// expected-error@35 {{an inverse must be an array, a set or an optional of a persistent class: one, many or no objects may refer to this one}}
  @Column(codec: ListCodec()) var coded: [String]
}
