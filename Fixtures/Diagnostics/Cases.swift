@Embeddable enum Nothing {
// expected-error@18 {{an embeddable enum needs at least one case}}
  static let name = ""
}
@Embeddable enum Kind: String {
// expected-error@24 {{an enum with raw values is stored by these in one column, and needs no '@Embeddable'}}
  case a
}
@Embeddable indirect enum Tree {
// expected-error@13 {{a value that contains itself would have columns without end; name a codec of one column with '@Column(codec:)'}}
  case leaf
  case node(Tree)
}
@Embeddable enum Payment {
// expected-error@18 {{each case is stored by its name, so two cannot have the name 'x'}}
// expected-error@18 {{each case is stored by its name, so two cannot have the name 'twice'}}
  case list([String])
// expected-error@13 {{an associated value cannot be a collection, which needs a table of its own; make it a property of the class}}
  case function(() -> Void)
// expected-error@17 {{a function cannot be stored in a column}}
  case optional(Int??)
// expected-error@17 {{an optional of an optional has two kinds of nil; declare it with one '?', or name a codec with '@Column(codec:)'}}
  @Column("a,b") case comma
// expected-error@11 {{the name of a case cannot contain ',', '(', ')' or '/', as 'a,b' does}}
  @Column(indexed: true) case indexed(Int)
// expected-error@11 {{'@Column' of a case takes its name and 'renamedFrom:', literals, and not 'indexed: true'}}
  @Column("x") case first, second
// expected-error@3 {{'@Column' names one case; declare each case in a line of its own}}
  case twice(x: Int)
  case twice(y: Int)
  @Column(renamedFrom: "first") case former
  #if DEBUG
// expected-error@3 {{a case inside '#if' would be stored by some builds and unknown to others; declare it in all}}
    case debug
  #endif
}
@Embeddable enum Generic<Value> {
// expected-error@25 {{an embeddable type cannot be generic, since a table has columns of fixed types; write a 'CompositeCodec' for each type that you store}}
  case some(Value)
}
