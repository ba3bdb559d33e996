import PersistentObjects

let store = try Store(path: "bookshop.sqlite3")
Store.setDefault(store)
try fillShelves()

let emma = try Book.findByTitle("Emma")[0]
// SELECT pk, title, isbn, price, published, stock FROM book WHERE title = ?1 ORDER BY pk

let same = try Book.findFirstByIsbn("9780141439587")
print("one object:", emma === same)

emma.stock = 3
print(emma.state, emma.changedProperties)
try emma.save()
// UPDATE book SET stock = ?2 WHERE pk = ?1
print(emma.state)

emma.price = 0
try emma.revert()
print("still", emma.price)

let draft = Book(title: "Jane Eyre", isbn: "9780141441146", price: 8.99)
try draft.save()
try draft.delete()
print(draft.title, "is", draft.state)

let uncounted = try Book.findByStock(nil)
print("to count:", uncounted.map(\.title))

let cheap = try Book.find { $0.price < 8 }
// SELECT … FROM book WHERE price < ?1 ORDER BY pk
print("below 8:", cheap.map(\.title))
