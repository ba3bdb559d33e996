import PersistentObjects

let shop = try await Shop(opening: Store(path: "bookshop.sqlite3"))
let (emma, dracula) = ("9780141439587", "9780141439846")
try await shop.restock(emma, to: 3)
try await shop.restock(dracula, to: 5)

print("Ann pays", try await shop.order([emma: 1, dracula: 2], for: "ann@example.com"))
do {
  _ = try await shop.order([emma: 1, dracula: 100], for: "ann@example.com")
} catch Refusal.soldOut(let title) {
  print("too few copies of", title)
}
print("left:", try await shop.copies(of: emma) ?? 0, "and", try await shop.copies(of: dracula) ?? 0)
