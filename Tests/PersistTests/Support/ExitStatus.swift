@testable import PersistentObjectsCommandLine

// Swift Testing also has a type of this name.
typealias ExitStatus = PersistentObjectsCommandLine.ExitStatus
