@testable import persist

// Swift Testing also has a type of this name.
typealias ExitStatus = persist.ExitStatus
