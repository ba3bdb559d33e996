public import Foundation

/// The `NSCoder` that objects decode themselves with.
final class ObjectUnarchiver: NSCoder {
  private let graph: ObjectGraphReader

  init(_ graph: ObjectGraphReader) { self.graph = graph }

  override var allowsKeyedCoding: Bool { true }
  override var requiresSecureCoding: Bool { true }
  override var allowedClasses: [AnyClass]? { nil }
  override var systemVersion: UInt32 { 2000 }
  override func version(forClassName className: String) -> Int { 0 }

  func begin(_ object: NSObject) { graph.begin(object) }

  // MARK: Failures

  override var decodingFailurePolicy: NSCoder.DecodingFailurePolicy { .setErrorAndReturn }
  override var error: (any Error)? { graph.failure }
  override func failWithError(_ error: any Error) { graph.fail(error) }

  // MARK: Objects

  override func containsValue(forKey key: String) -> Bool {
    graph.attempt(fallback: false) { try graph.field(key) != nil }
  }

  override func decodeObject(forKey key: String) -> Any? { graph.object(forKey: key) }
  override func decodeObject() -> Any? { graph.object(forKey: nil) }
  override func decodeData() -> Data? { graph.object(forKey: nil) as? Data }
  override func decodePropertyList() -> Any? { graph.object(forKey: nil) }
  override func decodePropertyList(forKey key: String) -> Any? { graph.object(forKey: key) }

  override func decodeObject<Object: NSObject & NSCoding>(
    of type: Object.Type, forKey key: String
  ) -> Object? {
    graph.object(forKey: key, ofOneOf: [type]) as? Object
  }

  override func decodeObject(of types: [AnyClass]?, forKey key: String) -> Any? {
    graph.object(forKey: key, ofOneOf: types)
  }

  // MARK: Scalars

  override func decodeBool(forKey key: String) -> Bool { graph.bool(forKey: key) }
  override func decodeCInt(forKey key: String) -> Int32 { graph.integer(forKey: key) }
  override func decodeInt32(forKey key: String) -> Int32 { graph.integer(forKey: key) }
  override func decodeInt64(forKey key: String) -> Int64 { graph.integer(forKey: key) }
  override func decodeInteger(forKey key: String) -> Int { graph.integer(forKey: key) }
  override func decodeFloat(forKey key: String) -> Float { graph.real(forKey: key) }
  override func decodeDouble(forKey key: String) -> Double { graph.real(forKey: key) }

  override func withDecodedUnsafeBytes<R>(
    forKey key: String, body: (UnsafeRawBufferPointer?) throws -> R
  ) rethrows -> R {
    try body(graph.bytes(forKey: key))
  }

  override func withDecodedUnsafeBufferPointer<R>(
    forKey key: String, body: (UnsafeBufferPointer<UInt8>?) throws -> R
  ) rethrows -> R {
    try body(graph.bytes(forKey: key)?.bindMemory(to: UInt8.self))
  }

  // MARK: What keyed archives do not have

  override func decodeValue(
    ofObjCType type: UnsafePointer<CChar>, at address: UnsafeMutableRawPointer
  ) { unsupported() }

  override func decodeArray(
    ofObjCType type: UnsafePointer<CChar>, count: Int, at array: UnsafeMutableRawPointer
  ) { unsupported() }

  private func unsupported() {
    graph.fail(
      KeyedArchiveError(.objectRefused, "objects must decode scalars and bytes with a key"))
  }
}

extension NSCoder {
  /// Tells the coder which object is being decoded, so that objects decoded next can refer back to
  /// it. Call it in `init(coder:)` after `super.init()`. Without it, such a cycle is an error; with
  /// Foundation's coders, it does nothing.
  ///
  /// ```swift
  /// required init?(coder: NSCoder) {
  ///   super.init()
  ///   coder.beginDecoding(self)
  ///   children = coder.decodeObject(of: [NSArray.self, Node.self], forKey: "children") as? [Node] ?? []
  /// }
  /// ```
  public func beginDecoding(_ object: NSObject) {
    (self as? ObjectUnarchiver)?.begin(object)
  }
}
