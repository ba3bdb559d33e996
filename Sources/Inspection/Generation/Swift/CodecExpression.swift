/// The argument of `@Column(codec:)` for a codec of a model.
enum CodecExpression {
  /// The type has the codec by itself.
  case implied
  /// A codec's type, which is made without arguments.
  case made(String)
  /// An expression of this package's own.
  case standard(String)
  /// A codec that needs to be told the type.
  case generic(String)
  /// A codec that is not known, by what it stores.
  case form(CodecModel)

  /// nil where nothing is known of a codec for the type.
  init?(_ codec: CodecModel, of type: SwiftType) {
    let type = type.unwrapped
    let isStored = type == .named(StandardCodec.stored)
    if let own = codec.type {
      self = .made(own)
    } else if isStored {
      self = .form(codec)
    } else if let known = Self.known(codec) {
      if known.namesType {
        guard type == .named(known.type) else { return nil }
        self = known.expression.map(Self.standard) ?? .implied
      } else if let generic = Self.generics[codec.name] {
        self = .generic(generic)
      } else {
        self = .implied
      }
    } else {
      return nil
    }
  }

  /// The standard codec of the name, if it writes what is stored.
  static func known(_ codec: CodecModel) -> StandardCodec? {
    guard codec.version == 1, codec.oldestVersion ?? 1 == 1,
      let known = StandardCodec.named(codec.name), codec.storage == "\(known.storage)"
    else { return nil }
    return known
  }

  private static let generics = [
    "case-name": "CaseNameCodec", "json": "JSONCodec", "keyed-archive": "KeyedArchiveCodec",
  ]

  /// The expression; nil where the type has the codec by itself.
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
      "storage: .\(codec.storage)",
    ]
    return
      "\(spelling.standard("StoredForm"))(\(arguments.compactMap(\.self).joined(separator: ", ")))"
  }
}
