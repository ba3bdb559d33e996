import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsSchema

/// A call of an SQL function.
struct FunctionCall {
  let name: String
  let arguments: [Argument]
  /// Finds the codec of the result.
  let result:
    (CodecRegistry) -> (coding: any ValueCoding, codec: CodecIdentifier, storage: StorageClass)?
  let isOptional: Bool
  /// Whether the result is a text.
  let isText: Bool

  struct Argument {
    let node: ValueNode
    /// Returns the registry's codec for the type.
    let codec: (CodecRegistry) -> CodecIdentifier?

    init<Value>(_ expression: QueryExpression<Value>) {
      node = expression.node
      codec = { $0.codec(for: Value.self)?.identifier }
    }
  }

  init<Result>(name: String, arguments: [Argument], as type: Result.Type) {
    self.name = name
    self.arguments = arguments
    isOptional = type is any ExpressibleByNilLiteral.Type
    isText = type is String.Type || type is String?.Type
    result = { registry in
      registry.codec(for: type).map { (ValueCodec.of($0), $0.identifier, $0.storage) }
    }
  }
}

extension QueryScope {
  /// Returns the result of a function.
  func function(_ call: FunctionCall) throws -> Operand {
    guard let (coding, codec, storage) = call.result(plans.registry) else {
      throw PersistenceError(.noCodec, "no codec stores what the function \(call.name) returns")
    }
    let arguments = try call.arguments.map { argument in
      let operand = try operand(argument.node)
      if let codec = operand.column?.codec, codec != argument.codec(plans.registry) {
        throw PersistenceError(
          .notSearchable,
          """
          the function \(call.name) takes values as the registry's codec of their type stores them, and the \
          property has another codec
          """, context: operand.place)
      }
      return operand
    }
    let sql: SQLText =
      "\(dialect.quoted(call.name))(\(arguments.map(\.name).joined(separator: ", ")))"
    return Operand(
      // A text without a type may be compared by a collation that is not that of columns.
      columns: [call.isText ? dialect.typed(sql, .text) : sql],
      coding: coding, ownStorage: storage, ownCodec: codec,
      isOnOptionalPath: call.isOptional || arguments.contains(where: \.mayBeNull))
  }
}
