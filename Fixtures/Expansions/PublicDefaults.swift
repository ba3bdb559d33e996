@Persistent public final class Settings {
  public var kind: Kind = .standard
  public var made = Date()
  public var names: [String] = []
  public var scale = -1.5
}
