internal import IABytes

/// A control word, by what it is about; those that are not here are passed over.
enum RTFWord {
  case character(Character)
  case paragraph(Paragraph)
  case symbol(Symbol)
  case ending(Ending)
  case table(Table)
  case destination(Destination)
  case definition(Definition)
  case document(Document)
  case picture(Picture)

  /// Words that set characters.
  enum Character: String, CaseIterable {
    case b, i, ul, ulnone, uld, uldash, uldashd, uldashdd, uldb, ulth, ulthd, ulthdash, ulthdashd
    case ulthdashdd, ulthldash, ulldash, ulw, ulwave, ulhwave, ululdbwave, ulc, strike, striked
    case striked1, strikedl, sub, `super`, nosupersub, up, dn, caps, scaps, v, f, fs, cf, cb
    case chcbpat, highlight, expnd, expndtw, lang, ltrch, rtlch, plain, cs
  }

  /// Words that set paragraphs.
  enum Paragraph: String, CaseIterable {
    case pard, ql, qr, qc, qj, qd, fi, li, ri, lin, rin, sb, sa, sl, slmult, tx, tqr, tqc, tqdec
    case tb, rtlpar, ltrpar, pagebb, s, outlinelevel, ls, ilvl, intbl, itap, brdrb, cbpat
    case contextualspace
    case pnlvlblt, pnlvlbody, pnlvlcont, pnlvl, pndec, pnlcltr, pnucltr, pnlcrm, pnucrm, pnstart
    case pnord, pncard
  }

  /// Words that stand for text.
  enum Symbol: String, CaseIterable {
    case tab, line, lbr, softline, lquote, rquote, ldblquote, rdblquote, bullet, emdash, endash
    case enspace, emspace, qmspace, zwj, zwnj, zwbo, zwnbo, ltrmark, rtlmark, u, uc, chftn, chatn
    case chpgn, bin
  }

  /// Words that end paragraphs, cells, rows and pages.
  enum Ending: String, CaseIterable { case par, cell, nestcell, row, nestrow, sect, page, column }

  /// Words that define rows.
  enum Table: String, CaseIterable {
    case trowd, cellx, clmgf, clmrg, clvmgf, clvmrg, trhdr, clcbpat, clcfpat, clshdng
    case trbrdrt, trbrdrl, trbrdrb, trbrdrr, trbrdrh, trbrdrv, clbrdrt, clbrdrl, clbrdrb, clbrdrr
    case brdrs, brdrw, brdrnone, brdrnil, brdrtbl, brdrdb, brdrth, brdrdot, brdrdash, brdrhair
    case brdrdashsm, brdrdashd, brdrdashdd, brdrdashdotstr, brdrtriple, brdrsh, brdrframe
    case brdrtnthsg, brdrthtnsg, brdrtnthtnsg, brdrtnthmg, brdrthtnmg, brdrtnthtnmg, brdrtnthlg
    case brdrthtnlg, brdrtnthtnlg, brdrwavy, brdrwavydb, brdremboss, brdrengrave, brdroutset
    case brdrinset
  }

  /// Words that say what the text of their group is.
  enum Destination: String, CaseIterable {
    case fonttbl, colortbl, expandedcolortbl, stylesheet, listtable, listoverridetable, list
    case listlevel, leveltext, levelnumbers, levelmarker, listname, listoverride, lfolevel, info
    case title, subject, author, `operator`, manager, company, keywords, category, doccomm, comment
    case creatim, revtim, printim, buptim, generator, field, fldinst, fldrslt, footnote, annotation
    case atnid, atnauthor, atndate, atntime, atnref, atnicn, atnparent, atrfstart, atrfend
    case header, headerl, headerr, headerf, footer, footerl, footerr, footerf
    case bkmkstart, bkmkend, pict, shppict, nonshppict, object, objdata, objclass, objname, objsect
    case objalias, result, shptxt, shp, shpinst, shprslt, shpgrp, sp, sn, sv, picprop, blipuid, pn
    case pntext, pntxtb, pntxta, listtext, pnseclvl, falt, panose, fontemb, fontfile, fname
    case upr, ud, htmltag, mhtmltag, NeXTGraphic, template, datastore, themedata
    case colorschememapping, latentstyles, rsidtbl, xmlnstbl, mmathPr, mmath, revtbl, filetbl
    case userprops, propname, staticval, linkval, nesttableprops, nonesttables, dptxbxtext
    case xe, tc, tcn, rxe, txe, fchars, lchars, ftnsep, ftnsepc, ftncn, aftnsep, aftnsepc, aftncn
    case `private`, ftnalt, background, passwordhash, hlinkbase, do_ = "do", datafield, formfield
    case iap, iaf, iao, iaobj, iax, iablob, iadoc, xmlopen, xmlclose, wgrffmtfilter, docvar
    case pgptbl, protusertbl, listpicture, oldcprops, oldpprops, oldtprops, oldsprops, keycode
    case bkmkpub, objtime, levelprefix, pnaseq, defchp, defpap
    case NeXTDict = "NeXTDict", hsv, ebcstart, ebcend, factoidname, nextfile, sxe
  }

  /// Words of the tables of fonts, colours, styles and lists.
  enum Definition: String, CaseIterable {
    case fcharset, fmodern, fprq, cpg, red, green, blue, sbasedon, additive, ts, ds, levelnfc,
      levelnfcn
    case levelstartat, listid, listoverridestartat, cssrgb, csgray, cssrgba = "csgenericrgb", c
    case yr, mo, dy, hr, min, sec
  }

  /// Words about the document as a whole.
  enum Document: String, CaseIterable {
    case ansi, mac, pc, pca, ansicpg, deff, deflang, fromhtml, fromtext, htmlrtf, cocoartf, rtf
    case objupdate, objlink, objautlink, objsub, objpub
  }

  /// Words that describe pictures.
  enum Picture: String, CaseIterable {
    case pngblip, jpegblip, emfblip, wmetafile, macpict, pmmetafile, dibitmap, wbitmap, picw, pich
    case picwgoal, pichgoal, picscalex, picscaley, width, height
  }
}

/// Control words by a hash of their names.
///
/// Words are found by 64 bits of FNV-1a; that no two known ones share a hash is tested. A made-up
/// name with the hash of a known word is taken for it, which harms nobody.
struct RTFWordTable {
  private var slots: [(hash: UInt64, word: RTFWord?)]
  private let mask: Int

  static let standard = RTFWordTable()

  private init() {
    var words: [(String, RTFWord)] = []
    words += RTFWord.Character.allCases.map { ($0.rawValue, .character($0)) }
    words += RTFWord.Paragraph.allCases.map { ($0.rawValue, .paragraph($0)) }
    words += RTFWord.Symbol.allCases.map { ($0.rawValue, .symbol($0)) }
    words += RTFWord.Ending.allCases.map { ($0.rawValue, .ending($0)) }
    words += RTFWord.Table.allCases.map { ($0.rawValue, .table($0)) }
    words += RTFWord.Destination.allCases.map { ($0.rawValue, .destination($0)) }
    words += RTFWord.Definition.allCases.map { ($0.rawValue, .definition($0)) }
    words += RTFWord.Document.allCases.map { ($0.rawValue, .document($0)) }
    words += RTFWord.Picture.allCases.map { ($0.rawValue, .picture($0)) }
    mask = 2047
    slots = Array(repeating: (0, nil), count: mask + 1)
    for (name, word) in words {
      var hash = Self.start
      for byte in name.utf8 { hash = Self.hash(hash, byte) }
      var slot = Int(truncatingIfNeeded: hash >> 32) & mask
      while slots[slot].word != nil { slot = (slot + 1) & mask }
      slots[slot] = (hash, word)
    }
  }

  /// The hash of no letters.
  static var start: UInt64 { FNV1a.start }

  /// The hash with one more letter.
  @inline(__always)
  static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    FNV1a.adding(byte, to: hash)
  }

  /// The word of a hash.
  @inline(__always)
  func word(_ hash: UInt64) -> RTFWord? {
    var slot = Int(truncatingIfNeeded: hash >> 32) & mask
    return slots.withUnsafeBufferPointer { slots in
      while slots[slot].word != nil {
        if slots[slot].hash == hash { return slots[slot].word }
        slot = (slot + 1) & mask
      }
      return nil
    }
  }

  /// How many words are known, and how many different hashes they have.
  var counts: (words: Int, hashes: Int) {
    let known = slots.filter { $0.word != nil }
    return (known.count, Set(known.map(\.hash)).count)
  }
}
