import Foundation

/// The objects of a fetch while it runs.
///
/// An array of a class that is only known at run time asks for its own type at each `append`; this
/// does not know the type and makes the array once, at the end.
struct ObjectCollector: ~Copyable {
  private var objects: UnsafeMutablePointer<AnyObject>
  private var capacity = 16
  private var count = 0

  init() { objects = Self.resized(nil, to: capacity) }

  deinit {
    objects.deinitialize(count: count)
    free(objects)
  }

  mutating func append(_ object: consuming AnyObject) {
    if count == capacity { grow() }
    (objects + count).initialize(to: object)
    count += 1
  }

  private mutating func grow() {
    capacity *= 2
    objects = Self.resized(objects, to: capacity)
  }

  /// References may be moved as bytes are. The C library has the system move what is large, which
  /// neither copies it nor takes new pages.
  private static func resized(
    _ objects: UnsafeMutablePointer<AnyObject>?, to capacity: Int
  ) -> UnsafeMutablePointer<AnyObject> {
    let byteCount = capacity * MemoryLayout<AnyObject>.stride
    guard let memory = realloc(objects, byteCount) else {
      fatalError("there is no memory for \(byteCount) bytes")
    }
    return memory.bindMemory(to: AnyObject.self, capacity: capacity)
  }

  /// The objects, all of which are of the class `Object`.
  consuming func array<Object: AnyObject>(of type: Object.Type) -> [Object] {
    // The standard library would write to the one empty array that all threads share.
    if count == 0 { return [] }
    let array = [Object](unsafeUninitializedCapacity: count) { buffer, initialized in
      // A reference is a reference, whatever its class.
      UnsafeMutableRawPointer(buffer.baseAddress)?
        .moveInitializeMemory(as: AnyObject.self, from: objects, count: count)
      initialized = count
    }
    count = 0
    return array
  }
}
