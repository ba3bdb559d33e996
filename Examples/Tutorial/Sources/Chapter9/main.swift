import Dispatch
import Foundation
import PersistentObjects

let (requests, door) = AsyncStream.makeStream(of: Request.self)

signal(SIGTERM, SIG_IGN)  // the source still receives it
let termination = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .main)
termination.setEventHandler { door.finish() }  // no request comes in any more
termination.activate()

let store = try makeStore()
try await store.open()  // reports problems now
let shop = try await Shop(opening: store)
let (emma, dracula) = ("9780141439587", "9780141439846")
try await shop.restock(emma, to: 20)
try await shop.restock(dracula, to: 10)

Task {
  for number in 0..<40 {
    let isbn = number.isMultiple(of: 2) ? emma : dracula
    door.yield(Request(basket: [isbn: 1], email: "ann@example.com"))
    try await Task.sleep(for: .milliseconds(50))
  }
  door.finish()
}

print("served:", await serve(requests, at: shop))
let report = await store.close(waitingUpTo: .seconds(10))
print(report.isComplete ? "closed" : "left alone: \(report.unfinished)")
