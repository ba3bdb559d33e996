@testable import persist

// Swift Testing has a type of this name, too.
typealias ExitStatus = persist.ExitStatus
