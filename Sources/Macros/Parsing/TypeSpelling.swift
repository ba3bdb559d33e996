import PersistentObjectsNames
import SwiftSyntax

/// The facts that the spelling of a type shows, which is all that a macro sees.
struct TypeSpelling {
  /// The forms that generated code treats differently.
  indirect enum Form {
    /// A type that is known to have a codec, such as `String`.
    case scalar
    case optional(Form)
    /// An array, a set or a dictionary, with the forms of its parts.
    case collection([Form])
    /// Any other type: a class, an enum, an alias… The type checker finds out which.
    case other
  }

  /// The type as it is written, but with `T?` for `T!`.
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

  /// Whether the value is stored directly, rather than in a slot that may be loaded later.
  var isPlain: Bool { form.unwrapped.isScalar }

  /// Whether the type is Foundation's `Date`, or an optional of it.
  var isDate: Bool { scalarName == "Date" }

  /// Whether the type is an integer that can count versions.
  var canCount: Bool {
    !isOptional && scalarName.map(["Int", "Int32", "Int64"].contains) ?? false
  }

  var isCollection: Bool { form.unwrapped.isCollection }

  /// Whether the type may be an optional, an array or a set of a persistent class.
  var mayBeInverse: Bool {
    switch form {
    case .optional(.other): true
    case .collection(let parts): parts.count == 1 && parts[0].isOther
    case .optional, .scalar, .other: false
    }
  }

  /// Whether the type may contain persistent objects; false if all of it is known to be scalars.
  var mayRefer: Bool { form.mayRefer }

  /// Whether the type is certain to be public, sendable and codable.
  var isValue: Bool { form.isValue }

  /// Whether the type is `String`, or an optional of it.
  var isText: Bool { scalarName == "String" }

  /// Whether changing a value in place costs as much as reading, changing and setting it.
  var isTrivial: Bool { scalarName.map(ScalarNames.trivial.contains) ?? false }
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
