@Persistent package final class Settings {
  package var kind: Kind = .standard
  package var size: Int = if isLarge { 2 } else { 1 }
}
