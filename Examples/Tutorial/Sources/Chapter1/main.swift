import PersistentObjects

let store = try Store(path: "bookshop.sqlite3")
Store.setDefault(store)

if try Book.count() == 0 {
  let emma = Book(title: "Emma", isbn: "9780141439587", price: 7.99)
  emma.published = CalendarDay("1815-12-23")
  try emma.save()
  // INSERT INTO book (pk, title, isbn, price, published) VALUES (?1, ?2, ?3, ?4, ?5)

  try Book(title: "Dracula", isbn: "9780141439846", price: 8.5).save()
  try Book(title: "Persuasion", isbn: "9780141439686", price: 6.95).save()
}

for book in try Book.findAll() {
  print(book)
}
