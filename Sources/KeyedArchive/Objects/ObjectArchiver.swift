import Foundation

/// The `NSCoder` that objects encode themselves with.
final class ObjectArchiver: NSCoder {
  private let graph: ObjectGraphWriter

  init(_ graph: ObjectGraphWriter) { self.graph = graph }

  override var allowsKeyedCoding: Bool { true }
  override var requiresSecureCoding: Bool { true }
  override var systemVersion: UInt32 { 2000 }
  override func version(forClassName className: String) -> Int { 0 }

  // MARK: Failures

  override var decodingFailurePolicy: NSCoder.DecodingFailurePolicy { .setErrorAndReturn }
  override var error: (any Error)? { graph.failure }
  override func failWithError(_ error: any Error) { graph.fail(error) }

  // MARK: Objects

  override func encode(_ object: Any?, forKey key: String) { graph.set(key, object: object) }
  override func encode(_ object: Any?) { graph.set(nil, object: object) }
  override func encode(_ data: Data) { graph.set(nil, object: data) }
  override func encodePropertyList(_ value: Any) { graph.set(nil, object: value) }

  override func encodeConditionalObject(_ object: Any?, forKey key: String) {
    graph.set(key, conditionalObject: object)
  }

  override func encodeConditionalObject(_ object: Any?) {
    graph.set(nil, conditionalObject: object)
  }

  // MARK: Scalars

  override func encode(_ value: Bool, forKey key: String) { graph.set(key) { $0.add(value) } }
  override func encode(_ value: Float, forKey key: String) { graph.set(key) { $0.add(value) } }
  override func encode(_ value: Double, forKey key: String) { graph.set(key) { $0.add(value) } }
  override func encode(_ value: Int64, forKey key: String) { graph.set(key) { $0.add(value) } }

  override func encode(_ value: Int32, forKey key: String) {
    graph.set(key) { $0.add(Int64(value)) }
  }

  override func encode(_ value: Int, forKey key: String) {
    graph.set(key) { $0.add(Int64(value)) }
  }

  override func encodeBytes(_ bytes: UnsafePointer<UInt8>?, length: Int, forKey key: String) {
    graph.set(key) {
      try graph.take(bytes: length)
      return $0.add(.init(start: bytes, count: bytes == nil ? 0 : length))
    }
  }

  // MARK: What keyed archives do not have

  override func encodeValue(ofObjCType type: UnsafePointer<CChar>, at address: UnsafeRawPointer) {
    unsupported()
  }

  override func encodeArray(
    ofObjCType type: UnsafePointer<CChar>, count: Int, at array: UnsafeRawPointer
  ) { unsupported() }

  override func encodeBytes(_ bytes: UnsafeRawPointer?, length: Int) { unsupported() }

  private func unsupported() {
    graph.fail(
      KeyedArchiveError.cannotArchive("objects must encode scalars and bytes with a key"))
  }
}
