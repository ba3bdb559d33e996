import PersistentObjects

/// Puts the first books on the shelves, once.
@MainActor func fillShelves() throws {
  guard try Book.count() == 0 else { return }
  let emma = Book(title: "Emma", isbn: "9780141439587", price: 7.99)
  emma.published = CalendarDay("1815-12-23")
  try emma.save()
  try Book(title: "Dracula", isbn: "9780141439846", price: 8.5).save()
  try Book(title: "Persuasion", isbn: "9780141439686", price: 6.95).save()
}
