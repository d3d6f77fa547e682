import Testing

@Suite struct IASyntaxTestsPlaceholder {}
