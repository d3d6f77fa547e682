import Testing

@Suite struct IARangeTreeTestsPlaceholder {}
