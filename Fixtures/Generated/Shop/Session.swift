import Foundation
import PersistentObjects

@Persistent final class Session: _Session {
  // Yours: rules, hooks and methods. This file is not written again.
}
