import PersistentObjects

/// Puts books, their authors and the first customer into an empty shop.
func fillShelves(in session: Session) throws {
  guard try Author.count(in: session) == 0 else { return }
  let austen = Author(name: "Jane Austen", born: CalendarDay("1775-12-16"))
  let stoker = Author(name: "Bram Stoker", born: CalendarDay("1847-11-08"))
  try session.save(contentsOf: [
    Book(title: "Emma", isbn: "9780141439587", price: 7.99, copies: 3, author: austen),
    Book(title: "Persuasion", isbn: "9780141439686", price: 6.95, copies: 3, author: austen),
    Book(title: "Dracula", isbn: "9780141439846", price: 8.5, copies: 5, author: stoker),
  ])
  try session.save(Customer(name: "Ann", email: "ann@example.com"))
}
