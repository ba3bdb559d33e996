import PersistentObjects

/// Adds the authors of the first books, once.
@MainActor func addAuthors() throws {
  guard try Author.count() == 0 else { return }

  let stoker = Author(name: "Bram Stoker", born: CalendarDay("1847-11-08"))
  let dracula = try Book.findByTitle("Dracula")[0]
  dracula.author = stoker
  dracula.genres = ["horror", "novel"]
  try dracula.save()  // saves the author, too

  let austen = Author(name: "Jane Austen", born: CalendarDay("1775-12-16"))
  austen.books = try Book.findByTitle("Emma") + Book.findByTitle("Persuasion")
  for book in austen.books { book.genres.insert("novel") }
  try austen.save()  // saves the books, too
}
