import PersistentObjects

let store = try Store(path: "bookshop.sqlite3")
Store.setDefault(store)
try fillShelves()
try addAuthors()

for book in try Book.findAll() {
  print(book.title, "by", book.author?.name ?? "nobody", book.genres.sorted())
}
// SELECT pk, title, …, author FROM book ORDER BY pk
// SELECT pk, name, born FROM author WHERE pk IN (…)
// SELECT parent_pk, value FROM book_genres WHERE … ORDER BY parent_pk

let emma = try Book.findByTitle("Emma")[0]
let austen = try Author.findByName("Jane Austen")[0]
print("Austen:", austen.books.map(\.title))
emma.author = nil
print("without Emma:", austen.books.map(\.title))
try emma.revert()
print("again:", austen.books.count)

let horror = try Book.find { $0.genres.contains("horror") }
print("horror:", horror.map(\.title))
let janes = try Book.find { $0.author.name.hasPrefix("Jane") }
print("by Jane:", janes.map(\.title))
