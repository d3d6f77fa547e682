import Harness

/// Everything about the range tree.
func measureRangeTree(_ runner: inout Runner) throws {
  try measureReplays(&runner)
  try measureScatteredEdits(&runner)
  try measureGrowth(&runner)
  try measureMemory(&runner)
}
