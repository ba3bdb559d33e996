import PersistentObjectsDriver
import PersistentObjectsInspection

/// The argument of `@Column(codec:)` for a codec of a model.
enum CodecExpression {
  /// The type implies the codec.
  case implied
  /// A codec's type, whose initializer needs no arguments.
  case made(String)
  /// An expression of this package.
  case standard(String)
  /// A codec that needs the type as an argument.
  case generic(String)
  /// An unknown codec, described by its stored form.
  case form(CodecModel)

  /// Creates the expression of a codec; nil if no codec for the type is known.
  init?(_ codec: CodecModel, of type: SwiftType) {
    let type = type.unwrapped
    let isStored = type == .named(StandardCodec.stored)
    if let own = codec.type {
      self = .made(own)
    } else if isStored {
      self = .form(codec)
    } else if let known = codec.standardCodec {
      if known.namesType {
        guard type == .named(known.type) else { return nil }
        self = known.expression.map(Self.standard) ?? .implied
      } else if let generic = known.generic {
        self = .generic(generic)
      } else {
        self = .implied
      }
    } else {
      return nil
    }
  }

  /// Returns the expression; nil if the type implies the codec.
  func source(for type: SwiftType, _ spelling: SwiftSpelling) -> String? {
    switch self {
    case .implied: nil
    case .made(let type): GeneratedName(type).source + "()"
    case .standard(let expression): spelling.expression(expression)
    case .generic(let name): "\(spelling.standard(name))<\(spelling.type(type.unwrapped))>()"
    case .form(let codec): Self.form(codec, spelling)
    }
  }

  private static func form(_ codec: CodecModel, _ spelling: SwiftSpelling) -> String {
    let arguments = [
      codec.name.swiftLiteral,
      codec.version == 1 ? nil : "version: \(codec.version)",
      codec.oldestVersion.map { "oldestVersion: \($0)" },
      codec.storageClass.map { "storage: .\($0.caseName)" },
    ]
    return
      "\(spelling.standard("StoredForm"))(\(arguments.compactMap(\.self).joined(separator: ", ")))"
  }
}

extension StorageClass {
  /// The name of the case in Swift.
  fileprivate var caseName: String { self == .bytes ? "bytes" : rawValue }
}
