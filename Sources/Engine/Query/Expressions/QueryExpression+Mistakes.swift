// Unavailable operators for operands of different types. Without them the compiler would spend a
// long time on a condition with such a mistake, and then not say where it is.

/// An error: values of different types do not compare.
@available(*, unavailable, message: "values of different types do not compare")
public func == <Value, Other>(expression: QueryExpression<Value>, value: Other) -> Condition {
  Condition(false)
}

/// An error: values of different types do not compare.
@available(*, unavailable, message: "values of different types do not compare")
public func == <Value, Other>(value: Other, expression: QueryExpression<Value>) -> Condition {
  Condition(false)
}

/// An error: values of different types do not compare.
@available(*, unavailable, message: "values of different types do not compare")
public func != <Value, Other>(expression: QueryExpression<Value>, value: Other) -> Condition {
  Condition(false)
}

/// An error: values of different types do not compare.
@available(*, unavailable, message: "values of different types do not compare")
public func != <Value, Other>(value: Other, expression: QueryExpression<Value>) -> Condition {
  Condition(false)
}

/// An error: values of different types do not compare.
@available(*, unavailable, message: "values of different types do not compare")
public func < <Value, Other>(expression: QueryExpression<Value>, value: Other) -> Condition {
  Condition(false)
}

/// An error: values of different types do not compare.
@available(*, unavailable, message: "values of different types do not compare")
public func < <Value, Other>(value: Other, expression: QueryExpression<Value>) -> Condition {
  Condition(false)
}

/// An error: values of different types do not compare.
@available(*, unavailable, message: "values of different types do not compare")
public func <= <Value, Other>(expression: QueryExpression<Value>, value: Other) -> Condition {
  Condition(false)
}

/// An error: values of different types do not compare.
@available(*, unavailable, message: "values of different types do not compare")
public func <= <Value, Other>(value: Other, expression: QueryExpression<Value>) -> Condition {
  Condition(false)
}

/// An error: values of different types do not compare.
@available(*, unavailable, message: "values of different types do not compare")
public func > <Value, Other>(expression: QueryExpression<Value>, value: Other) -> Condition {
  Condition(false)
}

/// An error: values of different types do not compare.
@available(*, unavailable, message: "values of different types do not compare")
public func > <Value, Other>(value: Other, expression: QueryExpression<Value>) -> Condition {
  Condition(false)
}

/// An error: values of different types do not compare.
@available(*, unavailable, message: "values of different types do not compare")
public func >= <Value, Other>(expression: QueryExpression<Value>, value: Other) -> Condition {
  Condition(false)
}

/// An error: values of different types do not compare.
@available(*, unavailable, message: "values of different types do not compare")
public func >= <Value, Other>(value: Other, expression: QueryExpression<Value>) -> Condition {
  Condition(false)
}

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two numbers of one type, or two texts")
public func + <Value, Other>(
  expression: QueryExpression<Value>, value: Other
) -> QueryExpression<Value> { expression }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two numbers of one type, or two texts")
public func + <Value, Other>(
  value: Other, expression: QueryExpression<Value>
) -> QueryExpression<Value> { expression }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two numbers of one type")
public func - <Value, Other>(
  expression: QueryExpression<Value>, value: Other
) -> QueryExpression<Value> { expression }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two numbers of one type")
public func - <Value, Other>(
  value: Other, expression: QueryExpression<Value>
) -> QueryExpression<Value> { expression }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two numbers of one type")
public func * <Value, Other>(
  expression: QueryExpression<Value>, value: Other
) -> QueryExpression<Value> { expression }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two numbers of one type")
public func * <Value, Other>(
  value: Other, expression: QueryExpression<Value>
) -> QueryExpression<Value> { expression }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two numbers of one type")
public func / <Value, Other>(
  expression: QueryExpression<Value>, value: Other
) -> QueryExpression<Value> { expression }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two numbers of one type")
public func / <Value, Other>(
  value: Other, expression: QueryExpression<Value>
) -> QueryExpression<Value> { expression }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two whole numbers of one type")
public func % <Value, Other>(
  expression: QueryExpression<Value>, value: Other
) -> QueryExpression<Value> { expression }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two whole numbers of one type")
public func % <Value, Other>(
  value: Other, expression: QueryExpression<Value>
) -> QueryExpression<Value> { expression }

/// An error: values of different types do not compare.
@available(*, unavailable, message: "values of different types do not compare")
public func == <Value, Other>(
  expression: QueryExpression<Value>, other: QueryExpression<Other>
) -> Condition { Condition(false) }

/// An error: values of different types do not compare.
@available(*, unavailable, message: "values of different types do not compare")
public func != <Value, Other>(
  expression: QueryExpression<Value>, other: QueryExpression<Other>
) -> Condition { Condition(false) }

/// An error: values of different types do not compare.
@available(*, unavailable, message: "values of different types do not compare")
public func < <Value, Other>(
  expression: QueryExpression<Value>, other: QueryExpression<Other>
) -> Condition { Condition(false) }

/// An error: values of different types do not compare.
@available(*, unavailable, message: "values of different types do not compare")
public func <= <Value, Other>(
  expression: QueryExpression<Value>, other: QueryExpression<Other>
) -> Condition { Condition(false) }

/// An error: values of different types do not compare.
@available(*, unavailable, message: "values of different types do not compare")
public func > <Value, Other>(
  expression: QueryExpression<Value>, other: QueryExpression<Other>
) -> Condition { Condition(false) }

/// An error: values of different types do not compare.
@available(*, unavailable, message: "values of different types do not compare")
public func >= <Value, Other>(
  expression: QueryExpression<Value>, other: QueryExpression<Other>
) -> Condition { Condition(false) }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two numbers of one type, or two texts")
public func + <Value, Other>(
  expression: QueryExpression<Value>, other: QueryExpression<Other>
) -> QueryExpression<Value> { expression }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two numbers of one type")
public func - <Value, Other>(
  expression: QueryExpression<Value>, other: QueryExpression<Other>
) -> QueryExpression<Value> { expression }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two numbers of one type")
public func * <Value, Other>(
  expression: QueryExpression<Value>, other: QueryExpression<Other>
) -> QueryExpression<Value> { expression }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two numbers of one type")
public func / <Value, Other>(
  expression: QueryExpression<Value>, other: QueryExpression<Other>
) -> QueryExpression<Value> { expression }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two whole numbers of one type")
public func % <Value, Other>(
  expression: QueryExpression<Value>, other: QueryExpression<Other>
) -> QueryExpression<Value> { expression }
