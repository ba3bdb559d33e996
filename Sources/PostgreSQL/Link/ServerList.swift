import CPostgreSQL

/// The servers that the options of a connection list, to be tried one after another:
///
///     host = name {"," name}      hostaddr = address {"," address}      port = number ["," number …]
struct ServerList {
  private let hosts: [String]
  private let addresses: [String]
  private let ports: [String]
  /// Whether libpq tries the servers again from the first one on, if none of them is a standby.
  private let startsOver: Bool

  init(of connection: OpaquePointer) {
    let options = ConnectionString(of: connection)
    func list(_ keyword: String) -> [String] {
      guard let text = options[keyword], !text.isEmpty else { return [] }
      return text.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
    }
    (hosts, addresses, ports) = (list("host"), list("hostaddr"), list("port"))
    startsOver = options["target_session_attrs"] == "prefer-standby"
  }

  /// Returns options for the servers that are still to be tried after the one that a connection
  /// tries; nil if there are none, or only one without a name, which options cannot say.
  func rest(after connection: OpaquePointer) -> [LinkOptions.Option]? {
    let count = max(hosts.count, addresses.count)
    guard let place = (0..<count).first(where: { isServer(of: connection, at: $0) }) else {
      return nil
    }
    let places = Array(place + 1..<count) + (startsOver ? Array(0..<place) : [])
    if places.isEmpty { return nil }
    let rest = [("host", hosts), ("hostaddr", addresses), ("port", ports)]
      .filter { $0.1.count > 1 }
      .map { (keyword, list) in
        (keyword: keyword, value: places.map { list[$0] }.joined(separator: ","))
      }
    return rest.contains { $0.value.isEmpty } ? nil : rest
  }

  private func isServer(of connection: OpaquePointer, at place: Int) -> Bool {
    let host = Self.element(place, of: hosts)
    let name = host.isEmpty ? Self.element(place, of: addresses) : host
    let port = Self.element(place, of: ports)
    return name == String(cString: PQhost(connection))
      && (port.isEmpty || port == String(cString: PQport(connection)))
  }

  /// Returns an element of a list, in which a single one stands for all.
  private static func element(_ place: Int, of list: [String]) -> String {
    list.count == 1 ? list[0] : list.indices.contains(place) ? list[place] : ""
  }
}
