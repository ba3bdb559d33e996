import SwiftSyntax

/// The facts that a type's spelling tells; a macro sees no more than that.
struct TypeSpelling {
  /// The forms that generated code treats differently.
  indirect enum Form {
    /// A type of which a codec is known to exist, such as `String`.
    case scalar
    case optional(Form)
    /// An array, a set or a dictionary, with the forms of what it holds.
    case collection([Form])
    /// Any other: a class, an enum, an alias… The type checker finds out.
    case other
  }

  /// The type as it is written, but `T!` as `T?`.
  let text: String
  let form: Form
  private let scalarName: String?
  /// The name of the type in an optional, an array or a set, or nil.
  let elementName: String?

  init(_ type: TypeSyntax) {
    if let unwrapped = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      text = unwrapped.wrappedType.trimmedDescription + "?"
      form = .optional(Form(unwrapped.wrappedType))
    } else {
      text = type.trimmedDescription
      form = Form(type)
    }
    scalarName = Form.scalarName(type)
    elementName = Form.element(of: type)?.lastName
  }

  var isOptional: Bool {
    if case .optional = form { true } else { false }
  }

  /// Whether the value is kept as it is, rather than in a slot that may be loaded later.
  var isPlain: Bool { form.unwrapped.isScalar }

  /// Whether the type is Foundation's `Date`, or an optional one.
  var isDate: Bool { scalarName == "Date" }

  /// Whether the type is an integer that versions are counted in.
  var canCount: Bool {
    !isOptional && scalarName.map(["Int", "Int32", "Int64"].contains) ?? false
  }

  var isCollection: Bool { form.unwrapped.isCollection }

  /// Whether it may be an optional, an array or a set of a persistent class.
  var mayBeInverse: Bool {
    switch form {
    case .optional(.other): true
    case .collection(let parts): parts.count == 1 && parts[0].isOther
    case .optional, .scalar, .other: false
    }
  }

  /// Whether persistent objects may be in it: not if all of it is known to be scalars.
  var mayRefer: Bool { form.mayRefer }

  /// Whether the type is public, sendable and codable for certain.
  var isValue: Bool { form.isValue }

  /// Whether the type is `String`, or an optional of it.
  var isText: Bool { scalarName == "String" }

  /// Whether a change in place saves nothing over reading, changing and setting.
  var isTrivial: Bool { scalarName.map(Form.trivialScalars.contains) ?? false }
}

extension TypeSpelling.Form {
  /// The form without the optionals around it.
  var unwrapped: Self {
    if case .optional(let wrapped) = self { wrapped.unwrapped } else { self }
  }

  var isScalar: Bool {
    if case .scalar = self { true } else { false }
  }

  var isCollection: Bool {
    if case .collection = self { true } else { false }
  }

  fileprivate var isOther: Bool {
    if case .other = self { true } else { false }
  }

  var mayRefer: Bool {
    switch self {
    case .scalar: false
    case .optional(let wrapped): wrapped.mayRefer
    case .collection(let parts): parts.contains(where: \.mayRefer)
    case .other: true
    }
  }

  var isValue: Bool {
    switch self {
    case .scalar: true
    case .optional(let wrapped): wrapped.isValue
    case .collection(let parts): parts.allSatisfy(\.isValue)
    case .other: false
    }
  }
}
