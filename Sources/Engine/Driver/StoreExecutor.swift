import Foundation

/// Runs tasks on threads of its own, so that their database calls may block without taking
/// threads away from Swift's shared pool:
///
/// ```swift
/// try await withTaskExecutorPreference(executor) { try await work() }
/// ```
///
/// A task suspends and resumes on these threads. Jobs run in the order in which they came. Threads
/// start when needed and end with the executor.
public final class StoreExecutor: TaskExecutor {
  private let threads: WorkerThreads

  /// An executor with at most `threadCount` threads, which carry `name` in debuggers and `top`;
  /// Linux shows its first 15 bytes.
  public init(name: String, threadCount: Int) {
    threads = WorkerThreads(name: name, limit: max(1, threadCount))
  }

  deinit { threads.stop() }

  /// Adds a job; Swift's runtime calls this.
  public func enqueue(_ job: consuming ExecutorJob) {
    threads.add(WorkerThreads.Job(job: UnownedJob(job), executor: self))
  }

  /// Lets the threads end once no job is left. Jobs that come later still run: a task is never
  /// left hanging.
  public func stop() { threads.stop() }
}

/// The threads of a ``StoreExecutor`` and the jobs that wait for them. The threads hold this, not
/// the executor, and so do not keep it alive when they are idle.
///
/// `@unchecked Sendable`: all that changes is read and written under the condition's lock only.
private final class WorkerThreads: @unchecked Sendable {
  /// A job, with its executor, which must live until the job has run.
  struct Job {
    let job: UnownedJob
    let executor: StoreExecutor
  }

  private let name: String
  private let limit: Int
  private let condition = NSCondition()
  private var jobs = Queue<Job>()
  private var threadCount = 0
  private var idleCount = 0
  private var isStopped = false

  init(name: String, limit: Int) {
    // Linux refuses longer names as a whole.
    self.name = String(decoding: name.utf8.prefix(15), as: UTF8.self)
    self.limit = limit
  }

  func add(_ job: Job) {
    condition.withLock {
      jobs.append(job)
      // An idle thread may have been woken for an earlier job and not yet have taken it.
      if jobs.count > idleCount && threadCount < limit {
        startThread()
      } else {
        condition.signal()
      }
    }
  }

  func stop() {
    condition.withLock {
      isStopped = true
      condition.broadcast()
    }
  }

  /// Called under the lock.
  private func startThread() {
    threadCount += 1
    let thread = Thread { self.runJobs() }
    // Twice what the main thread usually has: user code runs here. Untouched memory costs nothing.
    thread.stackSize = 16 << 20
    thread.start()
  }

  private func runJobs() {
    // On Linux a name counts only when the thread gives it to itself, and only after `start` has
    // returned; the lock, which is held around `start`, waits for that.
    condition.withLock { Thread.current.name = name }
    while let next = nextJob() {
      next.job.runSynchronously(on: next.executor.asUnownedTaskExecutor())
    }
  }

  /// Waits for a job; nil when the thread is to end.
  private func nextJob() -> Job? {
    condition.withLock {
      while true {
        if let job = jobs.popFirst() { return job }
        if isStopped {
          threadCount -= 1
          return nil
        }
        idleCount += 1
        condition.wait()
        idleCount -= 1
      }
    }
  }
}
