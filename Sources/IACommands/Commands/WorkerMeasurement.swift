internal import IAConvert
internal import IAFiles

/// Measures the cost of workers: runs the same conversions in this process and in workers.
struct WorkerMeasurement {
  /// The costs of a number of conversions.
  private struct Cost {
    var wall: Double
    var cpu: Double
    var bytes: Int
  }

  private let command: WorkerCommand
  private let count: Int

  init(_ command: WorkerCommand, count: Int) {
    self.command = command
    self.count = max(1, count)
  }

  /// Prints a line of JSON with the figures.
  func run() throws {
    guard !command.inputs.isEmpty, let format = command.formats.first else {
      throw Failure(.usage, code: "usage", "--measure needs documents and a format")
    }
    let conversion = try command.conversion(to: format)
    // The first conversions warm the caches, also those of the system that workers use.
    _ = try inProcess(conversion, min(count, 300))
    let local = try inProcess(conversion, count)
    let remote = try inWorkers()
    guard local.bytes == remote.bytes else {
      throw Failure(.software, code: "internal.error", "the outputs differ in size")
    }
    let extra = (remote.cpu - local.cpu) / Double(count) * 1e6
    let words = [
      "\"documents\":\(count)", "\"workers\":\(command.workers)",
      "\"in_process\":\(Self.json(local, count))", "\"workers_run\":\(Self.json(remote, count))",
      "\"extra_cpu_us\":\(Self.rounded(extra))",
      "\"extra_cpu_percent\":\(Self.rounded((remote.cpu / local.cpu - 1) * 100))",
    ]
    try StandardOutput.print("{\(words.joined(separator: ","))}\n")
  }

  private func inProcess(_ conversion: Conversion, _ count: Int) throws -> Cost {
    try measured {
      var bytes = 0
      for index in 0..<count {
        let input = command.inputs[index % command.inputs.count]
        var sink = BytesSink()
        do {
          _ = try conversion.run(from: FileSource(path: input), to: &sink)
        } catch {
          throw Failure(error, path: input)
        }
        bytes += sink.bytes.count
      }
      return bytes
    }
  }

  private func inWorkers() throws -> Cost {
    try measured {
      var settings = command.request.workerSettings(
        to: Array(command.formats.prefix(1)), workers: command.workers)
      settings.requiresSandbox = command.requireSandbox
      settings.usesTemplate = !command.spawn
      let pool = WorkerPool(settings)
      defer { pool.stop() }
      var bytes = 0
      var sent = 0
      var received = 0
      while received < count {
        while sent < count, sent - received < pool.capacity {
          let input = command.inputs[sent % command.inputs.count]
          try pool.submit(
            ConversionJob(id: UInt64(sent), name: input, input: .file(path: input)))
          sent += 1
        }
        guard let result = try pool.next(until: nil) else { break }
        received += 1
        switch result.ending {
        case .converted(let targets): bytes += targets.reduce(0) { $0 + $1.bytes.count }
        case .failed(let failure): throw failure
        }
      }
      return bytes
    }
  }

  /// Returns the costs of an action that returns a number of bytes, including the CPU time of workers that ended.
  private func measured(_ action: () throws -> Int) throws -> Cost {
    let wall = ProcessTime.wallSeconds
    let cpu = Self.cpu
    let bytes = try action()
    return Cost(wall: ProcessTime.wallSeconds - wall, cpu: Self.cpu - cpu, bytes: bytes)
  }

  private static var cpu: Double {
    ProcessControl.cpuSeconds(ofChildren: false) + ProcessControl.cpuSeconds(ofChildren: true)
  }

  private static func json(_ cost: Cost, _ count: Int) -> String {
    let each = cost.cpu / Double(count) * 1e6
    let rate = Double(count) / cost.wall
    return "{\"cpu_us\":\(rounded(each)),\"per_second\":\(rounded(rate))}"
  }

  private static func rounded(_ value: Double) -> String {
    String((value * 10).rounded() / 10)
  }
}
