@Embeddable class Person {
  var name: String
}
@Embeddable struct Box<Value> {
  var value: Value
}
@Embeddable struct Nothing {
  static let name = ""
}
@Embeddable struct Fields {
  let constant = 1
  var list: [String]
  @Column(onDelete: .cascade) var rule: Int
  @Column(.createdAt) var made: Date
  @Inverse(\Order.box) var inverse: Int
  @Column(codec: ListCodec()) var coded: [String]
}
