import Foundation

/// An executor that runs tasks on its own threads, so that their database calls may block without
/// taking threads from Swift's shared pool:
///
/// ```swift
/// try await withTaskExecutorPreference(executor) { try await work() }
/// ```
///
/// A task suspends and resumes on these threads. Jobs run in the order in which they arrive.
/// Threads start when needed and end with the executor. Threads beyond the usual number start when
/// no job has found a thread for 10 ms, such as when all wait for slow statements, and end after
/// ten idle seconds.
package final class StoreExecutor: TaskExecutor {
  private let threads: WorkerThreads

  /// Makes an executor whose threads are called `name` in debuggers and `top`; Linux shows the
  /// first 15 bytes.
  /// - Parameters:
  ///   - threadCount: the usual number of threads.
  ///   - limit: the maximum number of threads; nil for `threadCount`.
  package init(name: String, threadCount: Int, limit: Int? = nil) {
    let usual = max(1, threadCount)
    threads = WorkerThreads(
      name: name, Growth(usual: usual, limit: max(usual, limit ?? usual)))
  }

  deinit { threads.stop() }

  /// Adds a job; Swift's runtime calls this.
  package func enqueue(_ job: consuming ExecutorJob) {
    threads.add(WorkerThreads.Job(job: UnownedJob(job), executor: self))
  }

  /// Lets the threads end once no job is left. Jobs that arrive later still run, so no task is left
  /// hanging.
  package func stop() { threads.stop() }
}

/// The threads of a ``StoreExecutor`` and the jobs that wait for them. The threads retain this
/// object, not the executor, and so do not keep the executor alive when they are idle.
///
/// `@unchecked Sendable`: mutable state is read and written only under the condition's lock.
private final class WorkerThreads: @unchecked Sendable {
  /// A job, with its executor, which must live until the job has run.
  struct Job {
    let job: UnownedJob
    let executor: StoreExecutor
  }

  private let name: String
  private let growth: Growth
  private let condition = NSCondition()
  /// No ``WaitingLine``: a job has no deadline, and cannot leave.
  private var jobs = Queue<Job>()
  private var threadCount = 0
  private var idleCount = 0
  private var isStopped = false
  /// The number of jobs that have found a thread.
  private var servedCount = 0
  private var isWatched = false

  init(name: String, _ growth: Growth) {
    // Linux rejects longer names instead of truncating them.
    self.name = String(decoding: name.utf8.prefix(15), as: UTF8.self)
    self.growth = growth
  }

  func add(_ job: Job) {
    let isForIdleThread = condition.withLock {
      jobs.append(job)
      // An idle thread may have been woken for an earlier job and not yet have taken it.
      if jobs.count > idleCount && threadCount < growth.usual {
        startThread()
        return false
      }
      watch()
      return idleCount > 0
    }
    // Not under the lock, which the woken thread would have to wait for.
    if isForIdleThread { condition.signal() }
  }

  /// Schedules another check if all threads are busy. Called under the lock.
  private func watch() {
    guard !isWatched, jobs.count > idleCount, threadCount < growth.limit else { return }
    isWatched = true
    let served = servedCount
    Deadlines.shared.add(at: .now + Growth.patience) { [weak self] in self?.grow(since: served) }
  }

  /// Starts threads for the waiting jobs, unless some have found one meanwhile: a burst of short
  /// jobs needs no more threads, however long its last one waits.
  private func grow(since served: Int) {
    condition.withLock {
      isWatched = false
      if served == servedCount {
        for _ in 0..<min(jobs.count, growth.limit - threadCount) { startThread() }
      }
      watch()
    }
  }

  package func stop() {
    condition.withLock {
      isStopped = true
      condition.broadcast()
    }
  }

  /// Starts another thread. Called under the lock.
  private func startThread() {
    threadCount += 1
    let thread = Thread { self.runJobs() }
    // Twice what the main thread usually has: user code runs here. Untouched memory costs nothing.
    thread.stackSize = 16 << 20
    thread.start()
  }

  private func runJobs() {
    // On Linux a thread must set its own name, and only after `start` has returned; the lock, which
    // is held around `start`, waits for that.
    condition.withLock { Thread.current.name = name }
    while let next = nextJob() {
      next.job.runSynchronously(on: next.executor.asUnownedTaskExecutor())
    }
  }

  /// Waits for a job; nil if the thread has to end.
  private func nextJob() -> Job? {
    condition.withLock {
      while true {
        if let job = jobs.popFirst() {
          servedCount += 1
          return job
        }
        idleCount += 1
        let isWoken = waitForJob()
        idleCount -= 1
        if jobs.isEmpty, isStopped || !isWoken {
          threadCount -= 1
          return nil
        }
      }
    }
  }

  /// Waits under the lock. Returns false if a thread beyond the usual number was idle for too long.
  private func waitForJob() -> Bool {
    if isStopped { return true }
    if threadCount <= growth.usual {
      condition.wait()
      return true
    }
    return condition.wait(until: Date(timeIntervalSinceNow: Growth.idleLimit.seconds))
  }
}
