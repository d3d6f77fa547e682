import CLibFuzzer
import Foundation
import IAFuzzTargets

/// The target named by the environment variable FUZZ_TARGET.
private enum Selected {
  static let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
      let names = FuzzTarget.all.map(\.name).joined(separator: ", ")
      fatalError("FUZZ_TARGET must be one of \(names)")
    }
    return target
  }()
}

var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
_ = Selected.target
exit(
  LLVMFuzzerRunDriver(&count, &arguments) { data, size in
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    do {
      try Selected.target.fuzz(bytes)
    } catch {
      fatalError("\(error)")
    }
    return 0
  })
