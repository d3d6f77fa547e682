internal import IACSS
internal import IAEquations
internal import IAFormats
internal import IAHiddenData
internal import IAText

extension BodyWriter {
  /// Reports content that the page shows differently; its effect is `hidden` if the page has hidden
  /// data.
  mutating func lose(
    _ feature: DocumentFeature, _ effect: ConversionNote.Effect, _ detail: String = "",
    utf16Range: Range<Int>? = nil
  ) {
    guard purpose != .survey else { return }
    report.add(hidden.isKept ? .hidden : effect, feature, detail, utf16Range: utf16Range)
  }

  /// Reports that the position of a text box or picture is lost.
  ///
  /// Hidden data does not restore it, because the object could cover text.
  mutating func losePlace() {
    if purpose != .survey { report.add(.dropped, .frame, "in the text") }
  }

  /// Reports that the page shows a text box with another border, fill or spacing; hidden data does
  /// not restore them.
  mutating func loseLooks(of box: Block.TextBox) {
    guard box.hasLooks else { return lose(.textBox, .approximated) }
    if purpose != .survey { report.add(.approximated, .textBox, "lines and colour") }
  }

  /// Returns the effect of a lost attribute; another line style counts as approximated.
  private static func effect(of loss: DocumentFeature) -> ConversionNote.Effect {
    loss == .underlineStyle || loss == .strikethroughStyle ? .approximated : .dropped
  }

  /// Reports the losses of a style in a range that uses it.
  mutating func noteLosses(of style: Int, in range: Range<Int>) {
    guard purpose != .survey, style > 0 else { return }
    if source.dialect.isCocoa { noteDistortions(of: style, in: range) }
    for loss in styles.inline[style].losses {
      if loss == .link {
        let scheme = source.string.attributes(at: range.lowerBound).link.flatMap {
          LinkSchemes.scheme(of: $0.url)
        }
        report.add(.neutralised, loss, scheme ?? "", utf16Range: range)
      } else if loss == .formField {
        // Hidden data does not restore form fields.
        report.add(.dropped, loss, utf16Range: range)
      } else if loss == .equation {
        // Hidden data does not restore equations, which show other characters.
        report.add(.dropped, .tag, Equation.tagName, utf16Range: range)
      } else if loss == .characterScaling,
        source.string.attributes(at: range.lowerBound).horizontalScale ?? 100 < 10
      {
        // Hidden data does not restore illegibly narrow characters.
        report.add(.dropped, loss, utf16Range: range)
      } else if isDistortion(loss, at: range.lowerBound) {
        report.add(.dropped, loss, utf16Range: range)
      } else {
        lose(loss, Self.effect(of: loss), utf16Range: range)
      }
    }
  }

  /// Reports the attributes of a page of the profile `cocoa` that are restored only if the page is
  /// unchanged.
  ///
  /// In that profile, classes only affect the display, and attributes are in hidden data.
  private mutating func noteDistortions(of style: Int, in range: Range<Int>) {
    guard hidden.isKept else { return }
    let features: [DocumentFeature] = [
      .foreground, .background, .letterSpacing, .baselineOffset, .fontFamily,
    ]
    for feature in features
    where !styles.inline[style].losses.contains(feature)
      && isDistortion(feature, at: range.lowerBound)
    {
      report.add(.dropped, feature, utf16Range: range)
    }
  }

  /// Returns whether an attribute that the profile does not show changes the apparent text; hidden
  /// data restores it only in an unchanged page (Specs/hidden-data.md, section 4).
  private func isDistortion(_ loss: DocumentFeature, at utf16Offset: Int) -> Bool {
    guard !isStyled || source.dialect.isCocoa else { return false }
    let own = source.string.attributes(at: utf16Offset)
    let kept = own.undistorted(InlineAttributes())
    return switch loss {
    case .foreground: own.foreground != kept.foreground
    case .background: own.background != kept.background
    case .letterSpacing: own.letterSpacing != kept.letterSpacing
    case .baselineOffset: own.baselineOffset != kept.baselineOffset
    case .fontFamily: own.fontFamily != kept.fontFamily
    default: false
    }
  }

  /// Reports the losses of a paragraph's attributes.
  mutating func noteLosses(of paragraph: IAString.NumberedParagraph) {
    let number = Int(paragraph.number)
    guard purpose != .survey, source.areSetInThemselves[number] else { return }
    if isStyled, source.paragraphSets[number].tabStops.isEmpty,
      source.paragraphSets[number].lineHeight == nil,
      FrameCSS.isExact(source.paragraphSets[number]), !source.dialect.isCocoa,
      !source.paragraphSets[number].hasSection
    {
      return
    }
    let attributes = source.paragraphSets[number]
    guard isStyled else {
      var looks = attributes
      looks.blocks = []
      looks.direction = nil
      if !looks.isPlain { lose(.paragraphStyle, .dropped, utf16Range: paragraph.utf16Range) }
      return
    }
    for feature in FrameCSS.losses(of: attributes, isCocoa: source.dialect.isCocoa) {
      lose(feature, .approximated, utf16Range: paragraph.utf16Range)
    }
    if attributes.hasSection {
      lose(.sectionBreak, .dropped, utf16Range: paragraph.utf16Range)
    }
    let isStated = styles.statesUnshown && TabStopCSS.isExact(attributes.tabStops)
    if attributes.tabStops.contains(where: { $0.leader != nil }) {
      lose(.tabLeader, isStated ? .hidden : .dropped, utf16Range: paragraph.utf16Range)
    }
    if ParagraphCSS.approximatesTabs(attributes) || styles.statesUnshown && !isStated {
      lose(.tabStops, isStated ? .hidden : .approximated, utf16Range: paragraph.utf16Range)
    }
    if case .atLeast = attributes.lineHeight {
      lose(.lineHeight, .approximated, utf16Range: paragraph.utf16Range)
    }
  }

  /// Reports the characters of a paragraph that a page cannot contain.
  mutating func noteFaults(of paragraph: IAString.NumberedParagraph) {
    let faults = output.faults
    guard faults != TextFaults() else { return }
    output.faults = TextFaults()
    if faults.loneSurrogates > 0 {
      lose(
        .loneSurrogate, .approximated, String(faults.loneSurrogates),
        utf16Range: paragraph.utf16Range)
    }
    if faults.controls > 0 {
      lose(
        .controlCharacter, .approximated, String(faults.controls),
        utf16Range: paragraph.utf16Range)
    }
  }
}

extension BodyWriter {
  /// Reports the losses of the document as a whole.
  mutating func noteDocumentLosses(_ document: IADocument) {
    if !source.string.hasDefaultIntensity { lose(.intensity, isStyled ? .approximated : .dropped) }
    var unshown = isStyled ? source.string.options.withoutBaseLooks : source.string.options
    if let page = source.string.options.page {
      unshown.page = nil
      for feature in source.dialect.showsPage ? PageRule(page).missing : page.features {
        lose(feature, .dropped)
      }
    }
    if unshown != DisplayOptions() { lose(.displayOptions, .dropped) }
    // Hidden data does not restore an illegibly small font size.
    if hidden.isKept, !isStyled || source.dialect.isCocoa,
      let size = source.string.options.fontSize, size < 1
    {
      report.add(.dropped, .fontSize)
    }
    if isStyled, let family = source.string.options.fontFamily, CSSText.fontFamily(family) == nil {
      lose(.fontFamily, .dropped)
    }
    let custom = document.metadata.custom
    if !styles.statesUnshown {
      if !custom.isEmpty { lose(.customMetadata, .dropped) }
    } else if custom.count > PageSurvey.maxCustomMetadata
      || !custom.allSatisfy({ TextEncoder.shown($0.name + $0.value) == $0.name + $0.value })
    {
      lose(.customMetadata, .approximated)
    }
    if let language = document.metadata.language, !SafeURL.isLanguageTag(language) {
      lose(.language, .dropped)
    }
  }
}

extension IAString {
  /// Whether all units have the default intensity; `true` for an empty string.
  var hasDefaultIntensity: Bool {
    let summary = summary(in: utf16Range)
    return [summary.lowestIntensity, summary.highestIntensity].allSatisfy {
      $0 == nil || $0 == DisplayOptions.defaultIntensity
    }
  }
}
