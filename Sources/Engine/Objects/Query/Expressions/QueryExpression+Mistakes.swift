// Unavailable operators for operands of different types, and for nil. Without them the compiler
// would spend a long time on a condition with such a mistake, and then not say where it is.

/// An error: values of different types cannot be compared.
@available(
  *, unavailable, message: "values of different types cannot be compared; unwrap an optional first"
)
public func == <Value, Other>(expression: QueryExpression<Value>, value: Other) -> Condition {
  Condition(false)
}

/// An error: values of different types cannot be compared.
@available(
  *, unavailable, message: "values of different types cannot be compared; unwrap an optional first"
)
public func == <Value, Other>(value: Other, expression: QueryExpression<Value>) -> Condition {
  Condition(false)
}

/// An error: values of different types cannot be compared.
@available(
  *, unavailable, message: "values of different types cannot be compared; unwrap an optional first"
)
public func != <Value, Other>(expression: QueryExpression<Value>, value: Other) -> Condition {
  Condition(false)
}

/// An error: values of different types cannot be compared.
@available(
  *, unavailable, message: "values of different types cannot be compared; unwrap an optional first"
)
public func != <Value, Other>(value: Other, expression: QueryExpression<Value>) -> Condition {
  Condition(false)
}

/// An error: values of different types cannot be compared.
@available(
  *, unavailable, message: "values of different types cannot be compared; unwrap an optional first"
)
public func < <Value, Other>(expression: QueryExpression<Value>, value: Other) -> Condition {
  Condition(false)
}

/// An error: values of different types cannot be compared.
@available(
  *, unavailable, message: "values of different types cannot be compared; unwrap an optional first"
)
public func < <Value, Other>(value: Other, expression: QueryExpression<Value>) -> Condition {
  Condition(false)
}

/// An error: values of different types cannot be compared.
@available(
  *, unavailable, message: "values of different types cannot be compared; unwrap an optional first"
)
public func <= <Value, Other>(expression: QueryExpression<Value>, value: Other) -> Condition {
  Condition(false)
}

/// An error: values of different types cannot be compared.
@available(
  *, unavailable, message: "values of different types cannot be compared; unwrap an optional first"
)
public func <= <Value, Other>(value: Other, expression: QueryExpression<Value>) -> Condition {
  Condition(false)
}

/// An error: values of different types cannot be compared.
@available(
  *, unavailable, message: "values of different types cannot be compared; unwrap an optional first"
)
public func > <Value, Other>(expression: QueryExpression<Value>, value: Other) -> Condition {
  Condition(false)
}

/// An error: values of different types cannot be compared.
@available(
  *, unavailable, message: "values of different types cannot be compared; unwrap an optional first"
)
public func > <Value, Other>(value: Other, expression: QueryExpression<Value>) -> Condition {
  Condition(false)
}

/// An error: values of different types cannot be compared.
@available(
  *, unavailable, message: "values of different types cannot be compared; unwrap an optional first"
)
public func >= <Value, Other>(expression: QueryExpression<Value>, value: Other) -> Condition {
  Condition(false)
}

/// An error: values of different types cannot be compared.
@available(
  *, unavailable, message: "values of different types cannot be compared; unwrap an optional first"
)
public func >= <Value, Other>(value: Other, expression: QueryExpression<Value>) -> Condition {
  Condition(false)
}

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two numbers of the same type, or two texts")
public func + <Value, Other>(
  expression: QueryExpression<Value>, value: Other
) -> QueryExpression<Value> { expression }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two numbers of the same type, or two texts")
public func + <Value, Other>(
  value: Other, expression: QueryExpression<Value>
) -> QueryExpression<Value> { expression }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two numbers of the same type")
public func - <Value, Other>(
  expression: QueryExpression<Value>, value: Other
) -> QueryExpression<Value> { expression }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two numbers of the same type")
public func - <Value, Other>(
  value: Other, expression: QueryExpression<Value>
) -> QueryExpression<Value> { expression }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two numbers of the same type")
public func * <Value, Other>(
  expression: QueryExpression<Value>, value: Other
) -> QueryExpression<Value> { expression }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two numbers of the same type")
public func * <Value, Other>(
  value: Other, expression: QueryExpression<Value>
) -> QueryExpression<Value> { expression }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two numbers of the same type")
public func / <Value, Other>(
  expression: QueryExpression<Value>, value: Other
) -> QueryExpression<Value> { expression }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two numbers of the same type")
public func / <Value, Other>(
  value: Other, expression: QueryExpression<Value>
) -> QueryExpression<Value> { expression }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two integers of the same type")
public func % <Value, Other>(
  expression: QueryExpression<Value>, value: Other
) -> QueryExpression<Value> { expression }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two integers of the same type")
public func % <Value, Other>(
  value: Other, expression: QueryExpression<Value>
) -> QueryExpression<Value> { expression }

/// An error: values of different types cannot be compared.
@available(
  *, unavailable, message: "values of different types cannot be compared; unwrap an optional first"
)
public func == <Value, Other>(
  expression: QueryExpression<Value>, other: QueryExpression<Other>
) -> Condition { Condition(false) }

/// An error: values of different types cannot be compared.
@available(
  *, unavailable, message: "values of different types cannot be compared; unwrap an optional first"
)
public func != <Value, Other>(
  expression: QueryExpression<Value>, other: QueryExpression<Other>
) -> Condition { Condition(false) }

/// An error: values of different types cannot be compared.
@available(
  *, unavailable, message: "values of different types cannot be compared; unwrap an optional first"
)
public func < <Value, Other>(
  expression: QueryExpression<Value>, other: QueryExpression<Other>
) -> Condition { Condition(false) }

/// An error: values of different types cannot be compared.
@available(
  *, unavailable, message: "values of different types cannot be compared; unwrap an optional first"
)
public func <= <Value, Other>(
  expression: QueryExpression<Value>, other: QueryExpression<Other>
) -> Condition { Condition(false) }

/// An error: values of different types cannot be compared.
@available(
  *, unavailable, message: "values of different types cannot be compared; unwrap an optional first"
)
public func > <Value, Other>(
  expression: QueryExpression<Value>, other: QueryExpression<Other>
) -> Condition { Condition(false) }

/// An error: values of different types cannot be compared.
@available(
  *, unavailable, message: "values of different types cannot be compared; unwrap an optional first"
)
public func >= <Value, Other>(
  expression: QueryExpression<Value>, other: QueryExpression<Other>
) -> Condition { Condition(false) }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two numbers of the same type, or two texts")
public func + <Value, Other>(
  expression: QueryExpression<Value>, other: QueryExpression<Other>
) -> QueryExpression<Value> { expression }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two numbers of the same type")
public func - <Value, Other>(
  expression: QueryExpression<Value>, other: QueryExpression<Other>
) -> QueryExpression<Value> { expression }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two numbers of the same type")
public func * <Value, Other>(
  expression: QueryExpression<Value>, other: QueryExpression<Other>
) -> QueryExpression<Value> { expression }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two numbers of the same type")
public func / <Value, Other>(
  expression: QueryExpression<Value>, other: QueryExpression<Other>
) -> QueryExpression<Value> { expression }

/// An error: the operator takes two values of one type.
@available(*, unavailable, message: "this takes two integers of the same type")
public func % <Value, Other>(
  expression: QueryExpression<Value>, other: QueryExpression<Other>
) -> QueryExpression<Value> { expression }

/// An error: nil is neither less nor greater than anything.
@available(*, unavailable, message: "nil is neither less nor greater than any value; ask isNil")
public func < <Value>(
  expression: QueryExpression<Value>, value: _OptionalNilComparisonType
) -> Condition { Condition(false) }

/// An error: nil is neither less nor greater than anything.
@available(*, unavailable, message: "nil is neither less nor greater than any value; ask isNil")
public func <= <Value>(
  expression: QueryExpression<Value>, value: _OptionalNilComparisonType
) -> Condition { Condition(false) }

/// An error: nil is neither less nor greater than anything.
@available(*, unavailable, message: "nil is neither less nor greater than any value; ask isNil")
public func > <Value>(
  expression: QueryExpression<Value>, value: _OptionalNilComparisonType
) -> Condition { Condition(false) }

/// An error: nil is neither less nor greater than anything.
@available(*, unavailable, message: "nil is neither less nor greater than any value; ask isNil")
public func >= <Value>(
  expression: QueryExpression<Value>, value: _OptionalNilComparisonType
) -> Condition { Condition(false) }

/// An error: a value that is not optional is never nil.
@available(*, unavailable, message: "the value is not optional, so it is never nil")
public func == <Value>(
  expression: QueryExpression<Value>, value: _OptionalNilComparisonType
) -> Condition { Condition(false) }

/// An error: a value that is not optional is never nil.
@available(*, unavailable, message: "the value is not optional, so it is never nil")
public func != <Value>(
  expression: QueryExpression<Value>, value: _OptionalNilComparisonType
) -> Condition { Condition(false) }
