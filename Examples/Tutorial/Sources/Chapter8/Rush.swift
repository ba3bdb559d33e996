/// Lets many tasks order a book at the same time, and returns how many of them got it.
func sell(_ isbn: String, to count: Int, at shop: Shop) async -> Int {
  await withTaskGroup(of: Bool.self) { group in
    for _ in 0..<count {
      group.addTask { (try? await shop.order([isbn: 1], for: "ann@example.com")) != nil }
    }
    var sold = 0
    for await isSold in group where isSold { sold += 1 }
    return sold
  }
}

/// Looks at the shop again and again, and returns all the sums that it has seen.
func watch(_ shop: Shop) async throws -> Set<Int> {
  var sums: Set<Int> = []
  for _ in 0..<20 { sums.insert(try await shop.summary().all) }
  return sums
}
