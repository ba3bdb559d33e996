@available(macOS 15, *)
@Persistent class Person {}
