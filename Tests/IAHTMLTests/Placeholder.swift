import Testing

@Suite struct IAHTMLTestsPlaceholder {}
