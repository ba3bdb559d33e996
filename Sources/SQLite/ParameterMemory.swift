/// Memory of a statement's own for the short texts and blobs that its parameters are bound to.
///
/// SQLite reads them where they lie. Its own copies would take an allocation for each value and
/// run, and with it SQLite's lock around its count of memory.
///
/// Each parameter has a place of its own, so that a value stays as it is until the parameter is
/// bound anew, however often the statement runs.
struct ParameterMemory: ~Copyable {
  /// The longest value that has room, in bytes; a longer one is left to SQLite.
  private static let room = 128
  /// Statements with more parameters, such as long lists, are bound once and not worth it.
  private static let mostParameters = 64

  private let start: UnsafeMutableRawPointer?

  init(parameterCount: Int) {
    let isWorthIt = (1...Self.mostParameters).contains(parameterCount)
    start =
      isWorthIt ? .allocate(byteCount: parameterCount * Self.room, alignment: 16) : nil
  }

  deinit { start?.deallocate() }

  /// Keeps the value of a parameter; nil where there is no room for it. No bytes have no place:
  /// SQLite would take the pointer to them for NULL.
  func keep(_ bytes: UnsafeRawBufferPointer, at index: Int) -> UnsafeRawPointer? {
    guard let start, let source = bytes.baseAddress, 1...Self.room ~= bytes.count else {
      return nil
    }
    let place = start + index * Self.room
    place.copyMemory(from: source, byteCount: bytes.count)
    return UnsafeRawPointer(place)
  }
}
