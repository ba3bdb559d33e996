import PersistentObjects

let store = try Store(path: "bookshop.sqlite3")
Store.setDefault(store)
try fillShelves()
try addAuthors()
try unpackDelivery()

let novels = Book.where { $0.genres.contains("novel") && $0.price < 9 }
print(try novels.count(), "novels below 9")
// SELECT count(*) FROM (SELECT 1 FROM book WHERE …)

let dearest = try novels.order(by: \.price, .descending).limit(2).find()
print("dearest:", dearest.map(\.title))

let hers = try Book.find { $0.author.name == "Mary Shelley" && $0.title != "Frankenstein" }
// SELECT … FROM book LEFT JOIN author AS author ON author.pk = book.author WHERE …
print("by Shelley:", hers.map(\.title))

let prolific = try Author.find { $0.books.count > 1 }
print("several books:", prolific.map(\.name))

let horror = Book.where { $0.genres.contains("horror") }
print("restocked:", try horror.update { $0.stock = 5 })
// UPDATE book SET stock = … FROM (SELECT … WHERE EXISTS (SELECT 1 FROM book_genres …)) …
print("in stock:", try Book.query.value(.sum(\.stock)))

let rows = try Book.query.order(by: \.title).limit(2)
  .select { ($0.title, $0.author.name, $0.price * 2) }.find()
for (title, author, price) in rows { print(title, author ?? "nobody", price) }

let groups = try Book.query.grouped(by: \.author.name)
  .values(.count(), .sum(\.stock), .average(\.price))
for (author, books, copies, price) in groups {
  print(author ?? "nobody", books, copies, price ?? 0)
}
