enum Shop {
  struct Inner {
    @Persistent class Order {
      var total: Decimal
      var lines: [Line]
    }
  }
}

public extension Shop {
  @Persistent class Line {
    public var count: Int
  }
}
