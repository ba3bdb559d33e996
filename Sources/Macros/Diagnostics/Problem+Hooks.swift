// Problems with hooks.

extension Problem {
  static func asyncHook(_ hook: HookName) -> Problem {
    Problem(
      "asyncHook",
      "'\(hook)' is called during a database operation, so it cannot be 'async'; "
        + "start a task from 'session.afterCommit' instead")
  }

  static func isolatedHook(_ hook: HookName, to actor: String) -> Problem {
    Problem(
      "isolatedHook",
      "'\(hook)' is called where the object's session runs, so it cannot be isolated to '\(actor)'")
  }

  static func throwingHook(_ hook: HookName) -> Problem {
    Problem(
      "throwingHook",
      "'\(hook)' cannot throw, since it is called after the change has happened; "
        + "refuse it in the hook that begins with 'will'")
  }

  static func returningHook(_ hook: HookName) -> Problem {
    Problem(
      "returningHook",
      "'\(hook)' cannot return a value, since nobody would read it; "
        + (hook.mayThrow ? "throw an error to refuse" : "remove the type"))
  }
}
