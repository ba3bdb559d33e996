@Embeddable enum Nothing {
  static let name = ""
}
@Embeddable enum Kind: String {
  case a
}
@Embeddable indirect enum Tree {
  case leaf
  case node(Tree)
}
@Embeddable enum Payment {
  case list([String])
  case function(() -> Void)
  case optional(Int??)
  @Column("a,b") case comma
  @Column(indexed: true) case indexed(Int)
  @Column("x") case first, second
  case twice(x: Int)
  case twice(y: Int)
  @Column(renamedFrom: "first") case former
  #if DEBUG
    case debug
  #endif
}
@Embeddable enum Generic<Value> {
  case some(Value)
}
