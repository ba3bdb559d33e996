// Problems with an attribute's arguments.

extension Problem {
  static func unknownArgument(_ label: String, of attribute: String) -> Problem {
    Problem("unknownArgument", "'@\(attribute)' has no argument '\(label)'")
  }

  static func nameNotLiteral(_ object: NamedObject) -> Problem {
    Problem(
      "nameNotLiteral",
      "the name of a \(object) must be a string literal without interpolation, "
        + "since it is read at compile time")
  }

  static func flagNotLiteral(_ label: String) -> Problem {
    Problem("flagNotLiteral", "'\(label)' must be true or false, since it is read at compile time")
  }

  static func emptyName(_ object: NamedObject) -> Problem {
    Problem(
      "emptyName",
      "the name of a \(object) must have at least one character and must not contain NUL")
  }

  static func repeatedFormerName(_ name: String) -> Problem {
    Problem("repeatedFormerName", "'\(name)' is named twice after 'renamedFrom:'")
  }

  static func currentFormerName(_ name: String) -> Problem {
    Problem(
      "currentFormerName",
      "'\(name)' is the present name of the column, so it cannot be a former one")
  }

  static func keyColumn(_ name: String) -> Problem {
    Problem("keyColumn", "'\(name)' is the column of the primary key; choose another name")
  }

  static func reservedPrefix(
    _ prefix: String, of object: NamedObject, named name: String
  ) -> Problem {
    Problem(
      "reservedPrefix",
      "'\(name)' cannot name a \(object), since names that start with '\(prefix)' are reserved; "
        + "choose another name")
  }
}
