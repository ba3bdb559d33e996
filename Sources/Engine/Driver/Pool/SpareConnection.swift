import Synchronization

/// The reading connection that came back last, kept beside the lock of a ``ConnectionPool``: to lend it
/// again and to take it back are one atomic operation each, which is what a single find needs.
///
/// Who has to see all connections, since it waits for one or closes them, claims the spare one first.
/// As long as there is a claim nothing is lent or kept here, so everybody goes by the lock and its line.
/// All is sequentially consistent: who keeps a connection looks for claims afterwards, and who claims
/// looks for the connection afterwards, so that one of them finds it.
///
/// `@unchecked Sendable`: the exchange gives the connection to one thread, in order after the one that
/// kept it.
struct SpareConnection: ~Copyable, @unchecked Sendable {
  private let connection = Atomic<Unmanaged<Connection>?>(nil)
  private let claims = Atomic<Int>(0)

  deinit { remove()?.release() }

  /// The connection, to be lent; nil where there is none or somebody has a claim.
  func take() -> Unmanaged<Connection>? {
    claims.load(ordering: .sequentiallyConsistent) == 0 ? remove() : nil
  }

  /// Keeps a connection; answers one that the caller has to give back by the lock, if it cannot.
  func keep(_ lent: Unmanaged<Connection>) -> Unmanaged<Connection>? {
    guard claims.load(ordering: .sequentiallyConsistent) == 0 else { return lent }
    let isKept = connection.compareExchange(
      expected: nil, desired: lent, ordering: .sequentiallyConsistent
    ).exchanged
    if !isKept { return lent }
    return claims.load(ordering: .sequentiallyConsistent) == 0 ? nil : remove()
  }

  /// Makes everybody go by the lock until ``endClaim()``; answers the connection that was here.
  func claim() -> Unmanaged<Connection>? {
    claims.add(1, ordering: .sequentiallyConsistent)
    return remove()
  }

  func endClaim() { claims.subtract(1, ordering: .sequentiallyConsistent) }

  private func remove() -> Unmanaged<Connection>? {
    connection.exchange(nil, ordering: .sequentiallyConsistent)
  }
}
