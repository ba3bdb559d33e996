/// A struct that is marked `@Embeddable`, as the generators see it.
struct ValueModel {
  /// The type, with the types around it.
  let type: String
  /// The name of the type alone.
  let name: Name
  let access: AccessLevel
  let fields: [PropertyModel]
}
