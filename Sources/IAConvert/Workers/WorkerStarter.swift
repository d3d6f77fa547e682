internal import IABytes

/// Starts the processes of a pool: as copies of a template, otherwise from the program.
final class WorkerStarter {
  private let settings: WorkerPool.Settings
  private var template: WorkerTemplate?
  /// The control group of all processes; `nil` before the first process is started, or without control groups.
  private(set) var group: WorkerGroup?
  private var hasSoughtGroup = false
  /// The number of consecutive templates that have failed.
  private var failures = 0
  /// The number of processes that were started.
  private(set) var startedCount = 0

  /// The number of consecutive failed templates after which no further template is started.
  private static let maxFailures = 2
  /// The maximum number of workers that are copied from one template, and thus have the same address space layout.
  private static let maxCopies = 64

  /// Creates a starter; the template starts with the first worker.
  init(_ settings: WorkerPool.Settings) { self.settings = settings }

  /// Starts a worker.
  ///
  /// - Throws: `Failure` with `worker.start`.
  func start(_ number: Int) throws(Failure) -> WorkerProcess {
    if !hasSoughtGroup {
      hasSoughtGroup = true
      group = WorkerGroup(settings)
    }
    startedCount += 1
    if let worker = try copy(number) { return worker }
    let role = settings.ends == .broker ? "--broker" : "--stdio"
    let worker = try WorkerProcess(
      number: number, program: settings.program, arguments: arguments(as: role),
      bounds: settings.bounds, ends: settings.ends)
    worker.isInGroup = group?.add(worker.id) ?? false
    return worker
  }

  /// Starts a worker as a copy of the template; returns `nil` if templates are not used or have failed.
  private func copy(_ number: Int) throws(Failure) -> WorkerProcess? {
    guard settings.usesTemplate, settings.ends == .broker, failures < Self.maxFailures else {
      return nil
    }
    if let template, template.copies >= Self.maxCopies { replaceTemplate() }
    if template == nil { startTemplate() }
    guard let template else {
      failures += 1
      return nil
    }
    let worker = try WorkerProcess(number: number, bounds: settings.bounds, copying: template)
    if worker == nil {
      failures += 1
      replaceTemplate()
    }
    worker?.isInGroup = template.isInGroup
    return worker
  }

  /// Starts a template and adds it to the control group, so that its copies are in the group as well.
  private func startTemplate() {
    template = WorkerTemplate(program: settings.program, arguments: arguments(as: "--template"))
    guard let template, let group else { return }
    template.isInGroup = group.add(template.process)
  }

  private func arguments(as role: String) -> [String] {
    let limits = settings.limits
    var arguments = [
      "worker", role, "--max-output", String(limits.outputBytes),
      "--max-memory", String(limits.memoryBytes),
    ]
    if settings.requiresSandbox { arguments.append("--require-sandbox") }
    if settings.hashes { arguments.append("--hashes") }
    return arguments + settings.arguments
  }

  /// Notes that the introduction of a worker has arrived.
  func noteStart(of worker: WorkerProcess) {
    if worker.isCopy { failures = 0 }
  }

  /// Notes that a worker has ended before its introduction arrived.
  ///
  /// - Returns: Whether the worker was a copy of a template, so that the next one is started with another template or
  ///   from the program.
  func noteFailedStart(of worker: WorkerProcess) -> Bool {
    guard worker.isCopy else { return false }
    failures += 1
    replaceTemplate()
    return true
  }

  /// Ends the template, so that the next worker has another address space layout than earlier ones.
  func replaceTemplate() {
    template?.stop()
    template = nil
  }

  /// Ends the template and removes the control group, whose other processes have ended.
  func stop() {
    replaceTemplate()
    group = nil
    hasSoughtGroup = false
  }
}
