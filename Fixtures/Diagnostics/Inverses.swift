@Persistent class Person {
  @Inverse(\Order.customer) var orders: [Order] = [Order()]
// expected-error@51 {{an inverse is derived from what other objects refer to; its only default is '[]' or nil}}
  @Inverse(\Order.customer) var order: Order
// expected-error@38 {{an inverse must be an array, a set or an optional of a persistent class: one, many or no objects may refer to this one}}
  @Inverse(\Order.customer) var count: Int
// expected-error@38 {{an inverse must be an array, a set or an optional of a persistent class: one, many or no objects may refer to this one}}
  @Inverse(\Order.customer) var byName: [String: Order] = [:]
// expected-error@39 {{an inverse must be an array, a set or an optional of a persistent class: one, many or no objects may refer to this one}}
// expected-error@59 {{an inverse is derived from what other objects refer to; its only default is '[]' or nil}}
  @Inverse(\Order.customer) var maybe: [Order]?
// expected-error@38 {{an inverse must be an array, a set or an optional of a persistent class: one, many or no objects may refer to this one}}
  @Inverse(\Order.customer) var nested: [[Order]] = []
// expected-error@39 {{an inverse must be an array, a set or an optional of a persistent class: one, many or no objects may refer to this one}}
  @Inverse(\Order.customer) var gaps: [Order?] = []
// expected-error@37 {{an inverse must be an array, a set or an optional of a persistent class: one, many or no objects may refer to this one}}
  @Inverse(\Order.customer) @Column("x") var column: [Order] = []
// expected-error@3 {{an inverse is derived from a stored property, so it cannot have '@Column'}}
// fix-it {{remove '@Inverse'}}
// |   @Column("x") var column: [Order] = []
  @Inverse(\Order.customer) @Transient var transient: [Order] = []
// expected-error@3 {{an inverse is derived from a stored property, so it cannot have '@Transient'}}
// fix-it {{remove '@Inverse'}}
// |   @Transient var transient: [Order] = []
  @Inverse(\Order.customer) var computed: [Order] { [] }
// expected-error@3 {{'@Inverse' needs a property with storage; this one is computed}}
// fix-it {{remove '@Inverse'}}
// |   var computed: [Order] { [] }
  @Inverse(\Order.customer) var cards: Set<Card>
// expected-error@12 {{an inverse holds the objects that refer to this one: the key path begins with 'Order', but the property holds 'Card'}}
  @Inverse(\Shop.Order.customer) var nestedOrders: Set<Order>
  @Inverse(\Order.customer) var other: Shop.Order?
  @Inverse(\Shop.Card.owner) var wrong: Shop.Order?
// expected-error@12 {{an inverse holds the objects that refer to this one: the key path begins with 'Card', but the property holds 'Order'}}
}
