/// A control word that is read, by its kind; `RTFParser.apply(_:_:start:_:)` calls the function for
/// the kind.
enum RTFWord {
  case character(Character)
  case paragraph(Paragraph)
  case symbol(Symbol)
  case ending(Ending)
  case table(Table)
  case destination(Destination)
  case definition(Definition)
  case document(Document)
  case page(Page)
  case picture(Picture)
  case frame(Frame)
  case shape(Shape)
  /// A part of an equation.
  case math(RTFMathPart)

  /// Character formatting.
  enum Character: String, CaseIterable {
    case b, i, ul, ulnone, uld, uldash, uldashd, uldashdd, uldb, ulth, ulthd, ulthdash, ulthdashd
    case ulthdashdd, ulthldash, ulldash, ulw, ulwave, ulhwave, ululdbwave, ulc, strike, striked
    case striked1, strikedl, sub, `super`, nosupersub, up, dn, caps, scaps, v, f, pnf, fs, cf, cb
    case chcbpat, highlight, expnd, expndtw, lang, ltrch, rtlch, plain, cs
    case outl, shad, charscalex, accdot, acccomma, acccircle, accunderdot, accnone
    case revised, revauth, revdttm, deleted, revauthdel, revdttmdel
    case loch, hich, dbch, af, afs, ab, ai, alang
  }

  /// Paragraph formatting.
  enum Paragraph: String, CaseIterable {
    case pard, ql, qr, qc, qj, qd, fi, li, ri, lin, rin, sb, sa, sbauto, saauto, sl, slmult, tx,
      tqr, tqc, tqdec
    case tb, rtlpar, ltrpar, pagebb, s, outlinelevel, ls, ilvl, intbl, itap
    case contextualspace, keep, keepn, widctlpar, nowidctlpar, brdrt, brdrl, brdrb, brdrr, box
    case cbpat, cfpat, shading, tldot, tlmdot, tlhyph, tlul, tlth, tleq
    case pnlvlblt, pnlvlbody, pnlvlcont, pnlvl, pndec, pnlcltr, pnucltr, pnlcrm, pnucrm, pnstart
    case pnord, pncard
  }

  /// Text, special characters and data.
  enum Symbol: String, CaseIterable {
    case tab, line, lbr, lquote, rquote, ldblquote, rdblquote, bullet, emdash, endash
    case enspace, emspace, qmspace, zwj, zwnj, zwbo, zwnbo, ltrmark, rtlmark, u, uc, chftn, chatn
    case chpgn, bin
  }

  /// The ends of paragraphs, cells, rows and pages.
  enum Ending: String, CaseIterable { case par, cell, nestcell, row, nestrow, sect, page, column }

  /// The definitions of rows.
  enum Table: String, CaseIterable {
    case trowd, cellx, clmgf, clmrg, clvmgf, clvmrg, trhdr, clcbpat, clcfpat, clshdng
    case trbrdrt, trbrdrl, trbrdrb, trbrdrr, trbrdrh, trbrdrv, clbrdrt, clbrdrl, clbrdrb, clbrdrr
    case brsp
    case brdrs, brdrw, brdrnone, brdrnil, brdrtbl, brdrdb, brdrth, brdrdot, brdrdash, brdrhair
    case brdrdashsm, brdrdashd, brdrdashdd, brdrdashdotstr, brdrtriple, brdrsh, brdrframe
    case brdrtnthsg, brdrthtnsg, brdrtnthtnsg, brdrtnthmg, brdrthtnmg, brdrtnthtnmg, brdrtnthlg
    case brdrthtnlg, brdrtnthtnlg, brdrwavy, brdrwavydb, brdremboss, brdrengrave, brdroutset
    case brdrinset, brdrcf
    case clftsWidth, clvertalt, clvertalc, clvertalb
    case trgaph, trrh, trql, trqc, trqr, trwWidth, trftsWidth
    case trpaddt, trpaddl, trpaddb, trpaddr, trpaddft, trpaddfl, trpaddfb, trpaddfr
    case clpadt, clpadl, clpadb, clpadr, clpadft, clpadfl, clpadfb, clpadfr
  }

  /// Destinations: the meaning of a group's text.
  enum Destination: String, CaseIterable {
    case fonttbl, colortbl, expandedcolortbl, stylesheet, listtable, listoverridetable, list
    case listlevel, leveltext, listoverride, lfolevel, info
    case title, subject, author, `operator`, manager, company, keywords, category, doccomm, comment
    case creatim, revtim, generator, field, fldinst, fldrslt, formfield, ffl, ffdeftext, ffname
    case footnote, annotation, atnauthor, atndate
    case header, headerl, headerr, headerf, footer, footerl, footerr, footerf
    case bkmkstart, pict, shppict, object, objdata, objclass, result, shptxt, shp, shpinst, shpgrp
    case sp, sn, sv, picprop, pn, pntext, pntxtb, pntxta, listtext, upr, ud, htmltag, NeXTGraphic
    case template, userprops, propname, staticval, nesttableprops, dptxbxtext, ftnalt, do_ = "do"
    case revtbl, mmath, iap, iaf, iao, iaobj, iax, iablob, iatex
  }

  /// Entries of the tables of fonts, colours, styles and lists, parts of dates, and form fields.
  enum Definition: String, CaseIterable {
    case fcharset, fmodern, fprq, cpg, red, green, blue, sbasedon, additive, ts, ds, levelnfc,
      levelnfcn, levellegal, levelfollow
    case leveljc, leveljcn, levelpicture
    case levelstartat, listid, listoverridestartat, cssrgb, csgray, cssrgba = "csgenericrgb", c
    case yr, mo, dy, hr, min, sec
    case fftype, ffres, ffdefres
  }

  /// The document as a whole.
  enum Document: String, CaseIterable {
    case ansi, mac, pc, pca, ansicpg, deff, deflang, fromhtml, fromtext, htmlrtf, cocoartf, rtf
    case facingp, aftnnar, saftnnar, aftnnrlc, saftnnrlc
    case objupdate, objlink, objautlink, objsub, objpub
  }

  /// The page of the document and of its sections.
  enum Page: String, CaseIterable {
    case paperw, paperh, margl, margr, margt, margb
    case sectd, pgwsxn, pghsxn, marglsxn, margrsxn, margtsxn, margbsxn, headery, footery, cols,
      colsx, linebetcol, pgnstart, pgnstarts, pgnrestart, pgncont, widowctrl
    case sbkpage, sbknone, sbkcol, sbkeven, sbkodd
  }

  /// The place of the frame that a paragraph is in.
  enum Frame: String, CaseIterable {
    case absw, absh, phmrg, phpg, phcol, pvmrg, pvpg, pvpara
    case posx, posnegx, posxl, posxi, posxc, posxr, posxo
    case posy, posnegy, posyt, posyin, posyc, posyb, posyout, posyil
    case dxfrtext, dfrmtxtx, dfrmtxty, nowrap, overlay, wraparound, wraptight, wrapthrough
  }

  /// The place and the appearance of a shape or drawing object.
  enum Shape: String, CaseIterable {
    case shpleft, shptop, shpright, shpbottom, shpbxpage, shpbxmargin, shpbxcolumn
    case shpbypage, shpbymargin, shpbypara, shpwr, shpwrk, shpfblwtxt
    case dobxpage, dobxmargin, dobxcolumn, dobypage, dobymargin, dobypara
    case dpx, dpy, dpxsize, dpysize, dpfillpat, dpfillbgcr, dpfillbgcg, dpfillbgcb
    case dplinehollow, dplinecor, dplinecog, dplinecob, dplinew, dptxbxmar
    case dpline, dprect, dproundr, dpellipse, dparc, dparcflipx, dparcflipy, dppolyline, dppolygon
    case dpptx, dppty, dpastartsol, dpastarthol, dpaendsol, dpaendhol, dpgroup, dpcallout
    case dplinedash, dplinedot, dplinedado, dplinedadodo
  }

  /// The properties of pictures.
  enum Picture: String, CaseIterable {
    case pngblip, jpegblip, emfblip, wmetafile, macpict, pmmetafile, dibitmap, wbitmap, picw, pich
    case picwgoal, pichgoal, picscalex, picscaley, width, height
  }
}
