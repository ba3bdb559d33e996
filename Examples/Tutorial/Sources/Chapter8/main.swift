import PersistentObjects

let shop = try await Shop(opening: Store(path: "bookshop.sqlite3"))
let (emma, dracula) = ("9780141439587", "9780141439846")
try await shop.restock(emma, to: 5)
try await shop.restock(dracula, to: 5)

async let sums = watch(shop)
let sold = await sell(emma, to: 20, at: shop)
print("sold:", sold, "left:", try await shop.copies(of: emma) ?? 0)
print("sums seen:", try await sums.count)

do {
  let emails = ["ann@example.com", "nobody@example.com"]
  _ = try await shop.order([dracula: 1], forEach: emails)
} catch Refusal.unknownCustomer {
  print("left:", try await shop.copies(of: dracula) ?? 0)
}
