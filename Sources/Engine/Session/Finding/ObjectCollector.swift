/// The objects of a fetch while it runs.
///
/// An array of a class that is only known at run time asks for its own type at each `append`; this
/// does not know the type and makes the array once, at the end.
struct ObjectCollector: ~Copyable {
  private var objects: UnsafeMutablePointer<AnyObject>
  private var capacity = 16
  private var count = 0

  init() { objects = .allocate(capacity: capacity) }

  deinit {
    objects.deinitialize(count: count)
    objects.deallocate()
  }

  mutating func append(_ object: AnyObject) {
    if count == capacity { grow() }
    (objects + count).initialize(to: object)
    count += 1
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<AnyObject>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: objects, count: count)
    objects.deallocate()
    objects = larger
    capacity *= 2
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
