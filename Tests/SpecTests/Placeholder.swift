import Testing

@Suite struct SpecTestsPlaceholder {}
