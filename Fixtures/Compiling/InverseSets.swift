// An inverse that is a set of a class which is declared after it: the compiler has crashed.

import PersistentObjects

@Persistent final class Supplier {
  var name: String
  @Inverse(\Article.supplier) var articles: Set<Article>
}

@Persistent final class Article {
  var name: String
  var supplier: Supplier?
}

enum Shop {
  @Persistent final class Customer {
    var name: String
    @Inverse(\Shop.Order.customer) var orders: Set<Order>
  }

  @Persistent class Order {
    var number: Int
    var customer: Customer?
  }
}
