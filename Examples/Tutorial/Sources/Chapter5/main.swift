import PersistentObjects

let store = try Store(path: "bookshop.sqlite3")
Store.setDefault(store)
try fillShelves()
try addAuthors()
try unpackDelivery()

let nonsense = Book(title: "", isbn: "12345", price: -1)
try add(nonsense)
try add(Book(title: "Emma, again", isbn: "9780141439587", price: 5))
print(nonsense.state, "and", try Book.count(), "books")

let emma = try Book.findByTitle("Emma")[0]
emma.price = -5
do {
  try emma.save()
} catch {
  print(error)
}
try emma.revert()

struct ChangedMind: Error {}

do {
  try Session.main.transaction {
    for book in try Book.findAll() { book.price += 1 }
    try Session.main.save()
    // UPDATE book SET price = ?2 WHERE pk = ?1, for each of them
    print("inside:", emma.price)
    throw ChangedMind()
  }
} catch is ChangedMind {
  print("outside:", emma.price, emma.state)
}
