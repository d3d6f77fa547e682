internal import IAFormats

extension RTFUnreadGroup {
  /// All groups.
  static let all: [RTFUnreadGroup] = neutralGroups + reportedGroups

  private static let neutralGroups: [RTFUnreadGroup] = [
    .neutral(
      "identifies editing sessions, not content",
      """
      rsid rsidroot insrsid delrsid charrsid sectrsid pararsid styrsid tblrsid revisions revprop
      revbar trackmoves trackformatting
      """),
    .neutral(
      "states how the program shows the document while editing",
      """
      viewkind viewscale viewzk viewbksp viewnobound vieww viewh showplaceholdtext
      donotshowcomments donotshowinsdel donotshowmarkup donotshowprops readonlyrecommended
      formdisp readprot dghspace dgvspace dghorigin dgvorigin dghshow dgvshow dgsnap dgmargin
      linkstyles stylelock stylelockenforced stylelockbackcomp stylelocktheme stylelockqfset
      autofmtoverride enforceprot formprot revprot annotprot allprot readprotect protlevel
      cocoaplatform cocoatextscaling cocoasubrtf cocoascreenfonts readonly
      """),
    .neutral(
      "counts or describes the file",
      """
      version edmins nofpages nofwords nofchars nofcharsws vern fet proptype noproof saveprevpict
      savesubset fcs ignoremixedcontent saveinvalidxml showxmlerrors validatexml rempersonalinfo
      remdttm grfdocevents doctype relyonvml donotembedsysfont donotembedlingdata jclisttab
      nofeaturethrottle utinl felnbrelev usenormstyforlist hwelev afelev nouicompat ilfomacatclnup
      fbias nocxsptable notcvasp notvatxbx spltpgpar notbrkcnstfrctbl noafcnsttbl krnprsnet
      cachedcolbal stylesortmethod themelang themelangfe themelangcs asianbrkrule newtblstyruls
      nogrowautofit noindnmbrts indrlsweleven allowfieldendsel wrppunct wrpdefault wrapdefault
      snaptogridincell lytcalctblwd lyttblrtgr lnbrkrule lytexcttp lytprtmet msmcap nobrkwrptbl
      nolnhtadjtbl nospaceforul noultrlspc noxlattoyen oldas oldlinewrap otblrul splytwnine
      sprsbsp sprslnsp sprsspbf sprstsm sprstsp subfontbysize swpbdr transmf truncatefontheight
      truncex tsd useltbaln alntblind bdbfhdr bdrrlswsix brkfrm cts cvmme dntblnsbdb expshrtn
      ftnlytwnine htmautsp formshade dntultrlspc jcompress jexpand jsksu hyphcaps hyphconsec
      hyphhotz gutterprl fromwpd makebackup nojkernpunct noqfpromote nocompatoptions psz rtfpr
      sfrtf trunctext viewnoframe wpsp wpjst wraptrsp abslock adeff adeflang stshfdbch stshflochs
      stshfloch stshfhich stshfbi deflangfe langfe langnp langfenp cchs fbidi
      fnil froman fswiss fscript fdecor ftech fttruetype flomajor fhimajor fdbmajor fbimajor
      flominor fhiminor fdbminor fbiminor faauto faroman
      outdisponlyhtml nolead bookfoldsheets lastrow irow irowband ltrrow
      tscellwidth tscellwidthfts tscellcfpat tscellcbpat tscellpct tsbgbdiag yts tsrowd trauth
      trdate tbllkborder tbllkshading tbllkfont tbllkcolor tbllkbestfit tbllkhdrrows tbllklastrow
      tbllkhdrcols tbllklastcol tbllknorowband tbllknocolband bliptag blipupi defformat listhybrid
      listsimple listtemplateid listrestarthdn listoverridecount listoverrideformat
      leveltemplateid lvltentative levelold levelprev levelprevspace levelspace
      levelindent objw objh objemb objscalex objscaley objcropt
      objcropb objcropl objcropr objtransy objattph objhtml objicemb objsetsize objlock rsltbmp
      rslthtml rsltmerge rsltpict rsltrtf rslttxt defshp picbmp picbpp wbmbitspixel wbmplanes
      wbmwidthbytes picscaled sectunlocked sectlinegrid horzdoc ltrsect ltrdoc endnhere notabind hres chhres cgrid
      nosnaplinegrid lnongrid aspalpha aspnum adjustright aul auld auldb aulnone aulw
      astrike acaps ascaps aoutl ashad acf aexpnd aup adn asub asuper ulstyle pnhang pnindent pnsp
      pnprev pnql pnrnot pnrdate
      pnacross pnhindent slink snext sautoupd shidden
      spersonal scompose sreply slocked ssemihidden sunhideused spriority sqformat lsdstimax
      lsdlockeddef lsdsemihiddendef lsdunhideuseddef lsdqformatdef lsdprioritydef lsdpriority
      lsdunhideused lsdsemihidden lsdqformat lsdlocked lsdlockedexcept pgdscuse pgdsc pgdscno
      pgdscnxt titlepg qnatural pardirnatural
      partightenfactor lisa lisb lina linb nosectexpand subdocument
      """),
    .neutralDestinations(
      "describes the program, its settings or the file, not the text",
      """
      datastore themedata colorschememapping latentstyles rsidtbl xmlnstbl mmathPr filetbl pgptbl
      protusertbl printim buptim passwordhash private docvar oldcprops oldpprops oldtprops
      oldsprops keycode defchp defpap NeXTDict ebcstart ebcend factoidname nextfile sxe objtime
      objalias objsect objname blipuid panose fontemb fontfile fname falt fchars lchars
      levelmarker levelnumbers listname levelprefix pnseclvl pnaseq bkmkpub linkval wgrffmtfilter
      hlinkbase writereservation writereservhash xform xmlattrname xmlattrvalue xmlname
      windowcaption rdf mvfmf mvfml mvtof mvtol mailmerge protstart protend gridtbl nonesttables
      nonshppict shprslt mhtmltag iadoc sste pgdsctbl atnid atntime atnref atnparent atnicn svb
      ffhelptext ffstattext ffentrymcr ffexitmcr ffformat password hsv bkmkend listpicture
      lfolevelx fldtype
      """),
  ]

  private static let reportedGroups: [RTFUnreadGroup] = [
    .neutral("repeats what the width and the height of the page say", "landscape lndscpsxn"),
    .reported(.pageSize, "psover=0 binfsxn binsxn"),
    .reported(.pageMargins, "gutter=0 guttersxn=0 rtlgutter=0 margmirror=0 margmirsxn=0"),
    .reported(.pageLayout, "bookfold=0 bookfoldrev=0"),
    .reported(.listMarker, "levelpicturenosize"),
    .reported(
      .listMarker,
      """
      pnb=0 pni=0 pncaps=0 pnscaps=0 pnfs pncf=0 pnul=0 pnuld=0 pnuldash pnuldashd pnuldashdd
      pnuldb=0 pnulhair pnulth pnulw=0 pnulwave pnstrike=0 pnqc pnqr
      """),
    .reported(
      .listNumber,
      """
      pnaiu pnaiud pnbidia pnbidib pndecd pncnum pndbnum pndbnumd pndbnumk pndbnuml pndbnumt
      pnchosung pnganada pngbnum pngbnumd pngbnumk pngbnuml pnaiueo pnaiueod pnirohad pniroha
      pnzodiac pnzodiacd pnzodiacl
      """),
    .reported(.columns, "colno colsr colw colbal"),
    .reported(
      .sectionBreak,
      """
      sectspecifycl sectspecifyl sectspecifygen vertalt vertalb vertalc vertalj vertal rtlsect stextflow=0 vertdoc rtldoc
      vertsect
      """),
    .reported(
      .pageBorder,
      "pgbrdropt=0 pgbrdrt pgbrdrb pgbrdrl pgbrdrr pgbrdrsnap brdrart"),
    .reported(
      .pageNumbering,
      """
      pgnucrm pgnlcrm pgnucltr pgnlcltr pgnbidia
      pgnbidib pgnchosung pgncnum pgndbnum pgndbnumd pgndbnumk pgndbnumt pgndecd pgnganada
      pgngbnum pgngbnumd pgngbnumk pgngbnuml pgnhindia pgnhindib pgnhindic pgnhindid pgnid
      pgnthaia pgnthaib pgnthaic pgnvieta pgnzodiac pgnzodiacd pgnzodiacl pgnhn pgnhnsc pgnhnsh
      pgnhnsm pgnhnsn pgnhnsp pgnx=720 pgny=720
      """),
    .reported(
      .lineNumbering, "linemod=0 linestarts=1 linerestart lineppage linecont noline=0"),
    .reported(
      .noteNumbering,
      """
      ftntj ftnstart=1 aftnstart=1 ftnrstpg ftnrestart aftnrestart ftnnalc aftnnalc ftnnauc
      aftnnauc ftnnrlc ftnnruc aftnnruc ftnnchi aftnnchi ftnnchosung aftnnchosung ftnncnum
      aftnncnum ftnndbar aftnndbar ftnndbnum aftnndbnum ftnndbnumd aftnndbnumd ftnndbnumk
      aftnndbnumk ftnndbnumt aftnndbnumt ftnnganada aftnnganada ftnngbnum aftnngbnum ftnngbnumd
      aftnngbnumd ftnngbnumk aftnngbnumk ftnngbnuml aftnngbnuml ftnnzodiac aftnnzodiac ftnnzodiacd
      aftnnzodiacd ftnnzodiacl aftnnzodiacl aftntj aftnbj sftntj sftnstart=1 saftnstart=1
      sftnrestart sftnrstpg saftnrestart sftnnalc sftnnauc sftnnrlc sftnnruc sftnnchi saftnnalc
      saftnnauc saftnnruc saftnnchi endnotes aendnotes
      """),
    .neutral(
      "states the default place and numbers of notes",
      """
      ftnbj sftnbj aenddoc enddoc ftnnar ftnrstcont aftnrstcont sftnnar
      sftnrstcont saftnrstcont chftnsep chftnsepc
      """),
    .neutral(
      "states what programs do without it, or has an effect only with another word",
      """
      softline softpage softcol softlheight sectdefaultcl linex pgbrdrhead pgbrdrfoot pgndec hyphpar hyphlead hyphtrail
      hyphmax pardeftab fracwidth abinodiroverride chcfpat pnulnone
      """),
    .neutral("guides the program that draws, not what it draws", "kerning"),
    .neutralDestinations(
      "draws the line between text and notes, which programs draw anyway",
      "ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn"),
    .reported(.defaultTabStops, "deftab=720"),
    .reported(.paragraphBorder, "brdrbtw brdrbar"),
    .reported(
      .paragraphShading,
      """
      bghoriz bgvert bgfdiag bgbdiag bgcross bgdcross bgdkhoriz bgdkvert bgdkfdiag
      bgdkbdiag bgdkcross bgdkdcross
      """),
    .reported(.hyphenation, "hyphauto=0 hyphen "),
    .reported(
      .paragraphLayout,
      """
      fahang facenter favar fafixed
      qk qt collapsed=0 nocwrap=0 nowwrap=0 nooverflow=0 noextrasprl subdoc culi curi cufi
      dropcapli dropcapt
      """),
    .neutral("is the direction of the text, which follows from its letters", "fbidis"),
    .reported(
      .frame,
      """
      absnoovrlp=0 frmtxlrtb frmtxtbrl frmtxbtlr frmtxlrtbv frmtxtbrlv dodhgt
      """),
    .reported(
      .textEffect,
      """
      embo=0 impr=0 animtext=0 updnprop=10000 chshdng=0 chbrdr cshade=255 ctint=255
      chbgbdiag chbgcross
      chbgdcross chbgdkbdiag chbgdkcross chbgdkdcross chbgdkfdiag chbgdkhoriz chbgdkvert chbgfdiag
      chbghoriz chbgvert chyperlink caccentone caccenttwo caccentthree caccentfour caccentfive
      caccentsix cmaindarkone cmaindarktwo cmainlightone cmainlighttwo cbackgroundone
      cbackgroundtwo ctextone ctexttwo cfollowedhyperlink
      """),
    .reported(.asianLayout, "fittext horzvert twoinone gcw jis longbin"),
    .reported(
      .trackedChange,
      """
      mvf mvt mvauth mvdate crauth crdate prauth prdate
      srauth srdate cfrev clins cldel clmrgd clmrgdr clsplit clinsauth clinsdttm cldelauth
      cldeldttm clmrgdauth clmrgddttm
      """),
    .reported(
      .cellPadding,
      """
      trspdl=0 trspdr=0 trspdt=0 trspdb=0 clspl=0 clspr=0 clspt=0 clspb=0
      """),
    .neutral(
      "is the unit of another value",
      """
      trspdfl trspdfr trspdft trspdfb clspfl clspfr clspft clspfb tblindtype clwWidth cltxlrtb
      clshdrawnil dptxlrtb
      """),
    .neutral(
      "is the width beside a row, which the edges of its cells state",
      "trftsWidthA trftsWidthB trwWidthA trwWidthB"),
    .reported(.cellAlignment, "cltxtbrl cltxbtlr cltxlrtbv cltxtbrlv"),
    .reported(.cellLayout, "clFitText clNoWrap clhidemark"),
    .reported(.rowLayout, "trkeep trkeepfollow rtlrow taprtl"),
    .reported(
      .tablePosition,
      """
      trleft=0|-108 tblind=0 tdfrmtxtLeft=0 tdfrmtxtRight=0 tdfrmtxtTop=0
      tdfrmtxtBottom=0 tphcol tphmrg tphpg tposnegx tposnegy tposx tposxc tposxi tposxl tposxo
      tposxr tposy tposyb tposyc tposyil tposyin tposyout tposyt tpvmrg tpvpara tpvpg tabsnoovrlp
      trautofit=1
      """),
    .reported(.tableBorderDetail, "cldglu cldgll trbrdrdgl trbrdrdgr tsbrdrdgl tsbrdrdgr"),
    .reported(
      .tableShading,
      """
      trcbpat=0 trcfpat=0 trpat trshdng=0 clbghoriz clbgvert clbgfdiag clbgbdiag clbgcross
      clbgdcross clbgdkhor clbgdkvert clbgdkfdiag clbgdkbdiag clbgdkcross clbgdkdcross trbghoriz
      trbgvert trbgfdiag trbgbdiag trbgcross trbgdcross trbgdkhor trbgdkvert trbgdkfdiag
      trbgdkbdiag trbgdkcross trbgdkdcross clcbpatraw clcfpatraw clshdngraw
      """),
    .neutral(
      "is part of a table style, which writers repeat in the rows",
      """
      tsbrdrt tsbrdrl tsbrdrb tsbrdrr tsbrdrh tsbrdrv tscbandsh tscbandsv tscbandhorzeven
      tscbandhorzodd tscbandverteven tscbandvertodd tscfirstcol tscfirstrow tsclastcol tsclastrow
      tscnecell tscnwcell tscsecell tscswcell tsvertalt tsvertalc tsvertalb tscellpaddfb
      tscellpaddfl tscellpaddfr tscellpaddft tscellpaddb tscellpaddl tscellpaddr tscellpaddt
      tsbghoriz tsbgvert tsnowrap
      """),
    .reported(.pictureCrop, "piccropl=0 piccropr=0 piccropt=0 piccropb=0"),
    .reported(.field, "chdate chtime chdpl chdpa sectnum chpict"),
    .neutral("is the state of a field", "fldedit flddirty fldlock fldpriv fldalt"),
    .neutral(
      "is part of a shape, which is read or reported",
      """
      shplid shpz shpfhdr shpbxignore shpbyignore shplockanchor dptxbx
      dpfillfgcr dpfillfgcg dpfillfgcb dplinesolid dolock dppolycount dpastartl dpastartw
      dpaendl dpaendw
      """),
    .neutralDestinations(
      "is the form of a part of an equation, whose text is read",
      """
      moMathParaPr mrPr mctrlPr mfuncPr msSupPr msSubPr msSubSupPr msPrePr mmPr
      mboxPr mborderBoxPr meqArrPr mlimLowPr mlimUppPr mphantPr margPr
      mmathPict mmcs mlimLoc mgrow msubHide msupHide mshp mvertJc
      """),
    .neutral(
      "is the form of a part of an equation, whose text is read",
      "mscr mlit maln mbrk mjc margSz"),
    .neutral(
      "is a property of a form field, which is read",
      """
      ffownhelp ffownstat ffprot ffsize fftypetxt ffrecalc ffhps ffmaxlen ffhaslistbox
      """),
    .reportedDestinations(.indexEntry, "xe rxe txe ixe bxe pxe"),
    .reportedDestinations(.contentsEntry, "tc tcn tcf tcl"),
    .reportedDestinations(.annotationRange, "atrfstart atrfend"),
    .reportedDestinations(.pageBackground, "background"),
    .reportedDestinations(.customXML, "xmlopen xmlclose"),
    .reportedDestinations(.mailMerge, "mmodsoudl mmodsomapname mmconnectstr mmquery"),
  ]
}
