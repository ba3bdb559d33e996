import PersistentObjects

/// Unpacks the second delivery, once.
@MainActor func unpackDelivery() throws {
  guard try Author.countByName("Mary Shelley") == 0 else { return }
  let shelley = Author(name: "Mary Shelley", born: CalendarDay("1797-08-30"))
  shelley.books = [
    Book(
      title: "Frankenstein", isbn: "9780141439471", price: 8.25,
      published: CalendarDay("1818-01-01"), stock: 2, genres: ["horror", "novel"]),
    Book(
      title: "The Last Man", isbn: "9780199552351", price: 9.99,
      published: CalendarDay("1826-01-23"), stock: 4, genres: ["novel"]),
  ]
  try shelley.save()
}
