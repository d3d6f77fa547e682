import Testing

@testable import IAConvert

/// Control groups of workers, tested with a model of the kernel.
@Suite struct WorkerGroupTests {
  // MARK: Place

  @Test func `The group of a process is found where its hierarchy is mounted`() {
    let one = ControlGroupModel(.one)
    #expect(
      ControlGroupPlace(one)
        == ControlGroupPlace(version: .one, folder: "/sys/fs/cgroup/memory/service"))
    let two = ControlGroupModel(.two)
    #expect(
      ControlGroupPlace(two) == ControlGroupPlace(version: .two, folder: "/sys/fs/cgroup/service"))
  }

  @Test func `A container sees its part of the hierarchy`() {
    let model = ControlGroupModel(.one, own: "/")
    model.mountRoot = "/docker/a"
    model.statedGroup = "/docker/a"
    #expect(ControlGroupPlace(model)?.folder == "/sys/fs/cgroup/memory")
    model.statedGroup = "/docker/ab"
    #expect(ControlGroupPlace(model) == nil)
    model.statedGroup = "/.."
    model.mountRoot = "/"
    #expect(ControlGroupPlace(model) == nil)
  }

  // MARK: Version 1

  @Test func `Workers are in a group with a limit until it is removed`() throws {
    let model = ControlGroupModel(.one, others: [7])
    let group = try #require(WorkerGroup(memoryBytes: 4096, model))
    model.running.insert(101)
    #expect(group.add(101))
    #expect(model.group(of: 101) == "/service/iaconv-100-0")
    #expect(model.limits["/service/iaconv-100-0"] == "4096")
    #expect(model.group(of: 100) == "/service")
    model.end(101)
    group.remove()
    #expect(model.groups == ["/": [], "/service": [7, 100]])
    #expect(!group.add(100))
  }

  @Test func `Each pool has its own group`() throws {
    let model = ControlGroupModel(.one)
    let first = try #require(WorkerGroup(memoryBytes: 1, model))
    let second = try #require(WorkerGroup(memoryBytes: 2, model))
    #expect(model.limits == ["/service/iaconv-100-0": "1", "/service/iaconv-100-1": "2"])
    first.remove()
    second.remove()
    #expect(model.groups.keys.sorted() == ["/", "/service"])
  }

  @Test func `A group is removed with its object`() {
    let model = ControlGroupModel(.one)
    _ = WorkerGroup(memoryBytes: 1, model)
    #expect(model.groups.keys.sorted() == ["/", "/service"])
  }

  @Test(arguments: [ControlGroupPlace.Version.one, .two])
  func `Groups of killed runs are removed, and other groups are kept`(
    version: ControlGroupPlace.Version
  ) throws {
    let model = ControlGroupModel(version)
    let names = [
      "iaconv-55-0", "iaconv-55-broker", "iaconv-66-0", "iaconv-77-0", "iaconv-x-0", "iaconv-0-1",
      "iaconv-5-5-5", "other-55-0",
    ]
    for name in names { #expect(model.makeFolder("\(model.top)/service/\(name)")) }
    // Process 66 runs, and a worker of process 77 has not ended yet.
    model.running.formUnion([66, 78])
    #expect(model.write("78", to: "\(model.top)/service/iaconv-77-0/cgroup.procs"))
    let group = WorkerGroup(memoryBytes: 1, model)
    #expect(group != nil)
    group?.remove()
    let left = model.groups.keys.filter { $0.hasPrefix("/service/") }.map { $0.dropFirst(9) }
    #expect(
      left.sorted() == [
        "iaconv-0-1", "iaconv-5-5-5", "iaconv-66-0", "iaconv-77-0", "iaconv-x-0", "other-55-0",
      ])
  }

  @Test func `Each killed process is counted once`() throws {
    for version in [ControlGroupPlace.Version.one, .two] {
      let model = ControlGroupModel(version)
      let group = try #require(WorkerGroup(memoryBytes: 1, model))
      #expect(!group.takeKill())
      model.kills["/service/iaconv-100-0"] = 2
      #expect(group.takeKill())
      #expect(group.takeKill())
      #expect(!group.takeKill())
    }
  }

  // MARK: Version 2

  @Test func `In version 2, a process that is alone moves next to its workers and back`() throws {
    let model = ControlGroupModel(.two)
    let group = try #require(WorkerGroup(memoryBytes: 4096, model))
    #expect(model.group(of: 100) == "/service/iaconv-100-broker")
    #expect(model.limits == ["/service/iaconv-100-0": "4096"])
    model.running.insert(101)
    #expect(group.add(101))
    #expect(model.group(of: 101) == "/service/iaconv-100-0")
    model.end(101)
    group.remove()
    #expect(model.groups == ["/": [], "/service": [100]])
    #expect(model.delegating == [])
  }

  @Test func `In version 2, the last of several groups moves the process back`() throws {
    let model = ControlGroupModel(.two)
    let first = try #require(WorkerGroup(memoryBytes: 1, model))
    let second = try #require(WorkerGroup(memoryBytes: 2, model))
    #expect(model.limits == ["/service/iaconv-100-0": "1", "/service/iaconv-100-1": "2"])
    first.remove()
    #expect(model.group(of: 100) == "/service/iaconv-100-broker")
    #expect(model.delegating == ["/service"])
    second.remove()
    #expect(model.groups == ["/": [], "/service": [100]])
    #expect(model.delegating == [])
  }

  @Test func `A group that enables controllers for subgroups is used without a move`() throws {
    let model = ControlGroupModel(.two, own: "/")
    // The root of the hierarchy may contain processes.
    model.end(100)
    #expect(model.write("+memory", to: "/sys/fs/cgroup/cgroup.subtree_control"))
    let group = try #require(WorkerGroup(memoryBytes: 1, model))
    #expect(model.limits == ["/iaconv-100-0": "1"])
    group.remove()
    #expect(model.groups == ["/": []])
    #expect(model.delegating == ["/"])
  }

  @Test func `In version 2, nothing changes for a process that is not alone`() {
    let model = ControlGroupModel(.two, others: [7])
    #expect(WorkerGroup(memoryBytes: 1, model) == nil)
    #expect(model.groups == ["/": [], "/service": [7, 100]])
  }

  @Test func `In version 2, nothing changes without the memory controller`() {
    let model = ControlGroupModel(.two)
    model.controllers = "cpu pids"
    #expect(WorkerGroup(memoryBytes: 1, model) == nil)
    #expect(model.groups == ["/": [], "/service": [100]])
  }

  // MARK: No group

  @Test(arguments: [ControlGroupPlace.Version.one, .two], [true, false])
  func `A refusal by the system leaves no changes`(
    version: ControlGroupPlace.Version, isWritable: Bool
  ) {
    let model = ControlGroupModel(version)
    model.isWritable = isWritable
    model.acceptsLimits = false
    #expect(WorkerGroup(memoryBytes: 1, model) == nil)
    #expect(model.groups == ["/": [], "/service": [100]])
    #expect(model.delegating == [])
  }

  @Test func `The limit is above the sum of the workers' limits`() {
    var settings = WorkerPool.Settings(program: "iaconv", arguments: [], workers: 3)
    settings.limits.memoryBytes = 1000
    settings.limits.outputBytes = 100
    #expect(WorkerGroup.memoryBytes(settings) == 3 * (1100 + 64 << 20) + 64 << 20)
    settings.limits.memoryBytes = .max
    #expect(WorkerGroup.memoryBytes(settings) == Int.max >> 1)
    settings.usesControlGroup = false
    #expect(WorkerGroup(settings) == nil)
  }

  @Test func `Reports list the group after the other parts of the sandbox`() {
    let features = SandboxFeatures(bits: 63, landlockVersion: 7)
    #expect(features.description(isInGroup: true) == features.description + "+cgroup")
    #expect(features.description(isInGroup: false) == features.description)
    #expect(SandboxFeatures().description(isInGroup: true) == "cgroup")
    #expect(features.missing() == [])
  }
}
