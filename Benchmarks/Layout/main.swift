import Harness
import IAFonts
import IALayout
import IAText
import Inputs

// This suite's layouts in the shape that the peers' drivers have (LayoutPeers/peer.hpp).
//
//   ia-layout export FOLDER          writes the texts for the peers
//   ia-layout WORKLOAD FOLDER        does a workload, prints its line
//   ia-layout lines WORKLOAD         prints the lines of its layout, and its height

let usage = "usage: ia-layout export FOLDER | ia-layout WORKLOAD FOLDER | ia-layout lines WORKLOAD"
guard CommandLine.arguments.count >= 3 else { fail(usage, code: 64) }
let (workload, folder) = (CommandLine.arguments[1], CommandLine.arguments[2])
if workload == "export" {
  for text in LayoutTexts.allCases { try LayoutExport.write(text, to: folder) }
} else if workload == "lines" {
  try LayoutWorkloads().printLines(folder)
} else {
  try await LayoutWorkloads().run(workload)
}
