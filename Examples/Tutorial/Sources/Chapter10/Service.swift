import Foundation
import PersistentObjects

struct Request: Sendable {
  var basket: [String: Int]
  var email: String
}

/// Serves requests, each in a task of its own, until no more can come. Returns how many it has
/// served.
func serve(_ requests: AsyncStream<Request>, at shop: Shop) async -> Int {
  await withTaskGroup(of: Bool.self) { group in
    for await request in requests {
      group.addTask { await isServed(request, at: shop) }
    }
    var served = 0
    for await isServed in group where isServed { served += 1 }
    return served
  }
}

/// Whether a request could be served. A refusal is an answer; anything else goes into the log.
func isServed(_ request: Request, at shop: Shop) async -> Bool {
  do {
    _ = try await shop.order(request.basket, for: request.email)
    return true
  } catch is Refusal {
    return false
  } catch {
    print("failed:", error)
    return false
  }
}
