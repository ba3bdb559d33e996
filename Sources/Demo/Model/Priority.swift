/// The importance of a package for a system. It is stored as its raw value: the standard registry
/// has a codec for every `RawRepresentable` type whose raw value has one.
enum Priority: String, CaseIterable, Sendable {
  case required
  case important
  case standard
  case optional
  case extra
}
