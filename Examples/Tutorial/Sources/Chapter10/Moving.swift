import Foundation
import PersistentObjects

/// Copies the file of the former chapters to a server that has no tables yet.
func move(from path: String, to server: Store) async throws {
  guard FileManager.default.fileExists(atPath: path) else { return }
  guard try await server.tables().isEmpty else { return }
  let file = try Store(path: path)
  let report = try await file.copy(to: server)
  print("moved:", report.tableCount, "tables")
  await file.close(waitingUpTo: .seconds(1))
}
