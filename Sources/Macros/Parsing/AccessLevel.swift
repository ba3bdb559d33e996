import SwiftSyntax

/// Swift's access levels, from the narrowest to the widest.
enum AccessLevel: Int, Comparable {
  case `private`, `fileprivate`, `internal`, package, `public`, open

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// Makes the level that modifiers name; nil if they name none. Levels of setters alone, such as
  /// `private(set)`, are ignored.
  init?(_ modifiers: DeclModifierListSyntax) {
    let levels = modifiers.filter { $0.detail == nil }.compactMap { modifier in
      AccessLevel(modifier.name.tokenKind)
    }
    guard let level = levels.first else { return nil }
    self = level
  }

  private init?(_ kind: TokenKind) {
    switch kind {
    case .keyword(.private): self = .private
    case .keyword(.fileprivate): self = .fileprivate
    case .keyword(.internal): self = .internal
    case .keyword(.package): self = .package
    case .keyword(.public): self = .public
    case .keyword(.open): self = .open
    default: return nil
    }
  }

  /// The keyword with a space, or nothing for `internal`, which needs none.
  var prefix: String { self == .internal ? "" : "\(self) " }
}
