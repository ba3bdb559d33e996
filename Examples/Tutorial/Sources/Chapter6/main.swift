import PersistentObjects

let store = try Store(path: "bookshop.sqlite3")
Store.setDefault(store)

let report = try await store.schema(of: Book.self)
for step in report.pending { print(step) }
for gap in report.missing { print(gap.property, "is missing in", gap.rowCount, "rows") }

try Query<Book>("WHERE copies IS NULL").update { $0.copies = 0 }

try fillShelves()
try addAuthors()
try unpackDelivery()
for book in try Book.query.order(by: \.title).find() {
  print(book.title, book.copies, book.language)
}

if try Customer.count() == 0 {
  let emma = try Book.findByTitle("Emma")[0]
  let ann = Customer(name: "Ann", email: "ann@example.com")
  let line = OrderLine(book: emma, quantity: 1, price: emma.price)
  ann.orders = [Order(customer: ann, lines: [line])]
  try ann.save()
}
for order in try Order.findAll() { print(order.customer.name, order.total, order.status) }
