import Foundation
import PersistentObjectsDriver
import PersistentObjectsEngine

/// A thread that interrupts a connection again and again, until it is cancelled.
func stopper(of connection: any DriverConnection, pause: UInt32) -> Thread {
  // Safe: any thread may interrupt a connection.
  nonisolated(unsafe) let stopped = connection
  let stopper = Thread {
    while !Thread.current.isCancelled {
      usleep(pause)
      stopped.interrupt()
    }
  }
  stopper.start()
  return stopper
}
