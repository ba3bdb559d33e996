/// A rule that an object breaks.
///
/// ```swift
/// for failure in error.validationFailures { print(failure) }
/// // age must be at most 150 (it is 200)
/// ```
public struct ValidationFailure: Sendable, Hashable {
  /// The class of the object.
  public let className: String
  /// The object's primary key; nil for a new object.
  public let pk: Int64?
  /// The property that the rule is about; nil for a rule about the whole object.
  public let property: String?
  /// The rule's message, such as `must not be empty`.
  public let message: String
  /// The property's value in short form.
  public let value: String?

  package init(className: String, pk: Int64?, property: String?, message: String, value: String?) {
    self.className = className
    self.pk = pk
    self.property = property
    self.message = message
    self.value = value
  }
}

extension ValidationFailure: CustomStringConvertible {
  /// A text such as `age must be at most 150 (it is 200)`.
  public var description: String {
    let text = property.map { "\($0) \(message)" } ?? message
    return value.map { "\(text) (it is \($0))" } ?? text
  }

  /// A text such as `Person#7`.
  fileprivate var object: String { "\(className)#\(pk.map(String.init) ?? "new")" }
}

extension PersistenceError {
  /// All broken rules, if the code is `validationFailed`; otherwise empty.
  public var validationFailures: [ValidationFailure] {
    (cause as? ValidationFailures)?.failures ?? []
  }

  /// Returns the error for broken rules, of which there must be at least one.
  package static func invalid(_ failures: [ValidationFailure]) -> PersistenceError {
    let cause = ValidationFailures(failures: failures)
    let isOneObject = failures.allSatisfy { $0.object == failures[0].object }
    return PersistenceError(
      .validationFailed, cause.description,
      context: Context(
        className: isOneObject ? failures[0].className : nil,
        property: failures.count == 1 ? failures[0].property : nil,
        pk: isOneObject ? failures[0].pk : nil),
      cause: cause)
  }
}

/// The broken rules of one save.
private struct ValidationFailures: Error, CustomStringConvertible {
  let failures: [ValidationFailure]

  /// The failures by object. Of more than 20 failures, the rest is only counted.
  var description: String {
    var objects: [String] = []
    var last: String?
    for failure in failures.prefix(20) {
      if failure.object == last {
        objects[objects.count - 1] += ", \(failure)"
      } else {
        objects.append("\(failure.object): \(failure)")
      }
      last = failure.object
    }
    let more = failures.count > 20 ? "; and \(failures.count - 20) more" : ""
    return objects.joined(separator: "; ") + more
  }
}
