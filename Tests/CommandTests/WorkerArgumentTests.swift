import ArgumentParser
import IAConvert
import IAText
import Testing

@testable import IACommands

/// The arguments of a worker request the same conversion as the arguments of its broker.
@Suite struct WorkerArgumentTests {
  @Test func `A worker is started with the same conversion`() throws {
    var request = ConversionRequest(output: "worker", isStrict: true)
    request.profile = "styled"
    request.reading.from = "text"
    request.reading.fromProfile = "marked"
    request.reading.stickers = ["-pack.json", "b=c"]
    request.reading.maxInput = 1 << 20
    request.reading.maxDepth = 9
    request.reading.maxEntries = 99
    request.reading.ignoresHiddenData = true
    request.looks.scheme = "HueGYR"
    request.looks.smoothing = .word
    request.looks.edition = .legacy
    request.looks.animates = false
    request.looks.colors = 256
    request.leavesOutHiddenData = true
    request.media = "pictures"
    let words = request.workerArguments(to: ["html", "text"])
    let parsed = try IAConvCommand.parseAsRoot(["worker", "--broker"] + words)
    let command = try #require(parsed as? WorkerCommand)
    #expect(command.request == request)
    #expect(command.formats == ["html", "text"])
  }

  @Test(arguments: [nil, 0, 16, 256, 1 << 24] as [Int?])
  func `Each number of colours is passed on`(colors: Int?) throws {
    var request = ConversionRequest(output: "worker")
    request.looks.colors = colors
    let parsed = try IAConvCommand.parseAsRoot(
      ["worker", "--broker"] + request.workerArguments(to: ["ansi"]))
    #expect((parsed as? WorkerCommand)?.request == request)
  }

  @Test(arguments: RenderScheme.Edition.allCases)
  func `Each edition is passed on, and the number of steps`(edition: RenderScheme.Edition) throws {
    var request = ConversionRequest(output: "worker")
    request.looks.edition = edition
    request.looks.steps = 7
    let parsed = try IAConvCommand.parseAsRoot(
      ["worker", "--broker"] + request.workerArguments(to: ["html"]))
    #expect((parsed as? WorkerCommand)?.request == request)
  }

  @Test(arguments: Smoothing.allCases)
  func `Each smoothing segment is passed on`(smoothing: Smoothing) throws {
    var request = ConversionRequest(output: "worker")
    request.looks.smoothing = smoothing
    let parsed = try IAConvCommand.parseAsRoot(
      ["worker", "--broker"] + request.workerArguments(to: ["html"]))
    #expect((parsed as? WorkerCommand)?.request == request)
  }

  @Test func `The program of a pool is the running program, with the limits of the request`() {
    var request = ConversionRequest(output: "worker")
    request.maxMemory = 1 << 28
    request.report = "report.jsonl"
    let settings = request.workerSettings(to: ["html"], workers: 3)
    #expect(settings.program.hasPrefix("/"))
    #expect(settings.workers == 3)
    #expect(settings.hashes)
    #expect(settings.limits.memoryBytes == 1 << 28)
  }
}
