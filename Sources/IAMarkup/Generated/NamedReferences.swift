// Written by Scripts/generate-markup-tables.

/// The 2,231 named character references in the order of their bytes.
enum NamedReferences {
  /// For each reference its name, with the semicolon if there is one, and its characters in UTF-8.

  static let text: StaticString =
    """
    AElig\u{C6}AElig;\u{C6}AMP&AMP;&Aacute\u{C1}Aacute;\u{C1}Abreve;\u{102}Acirc\u{C2}Acirc;\u{C2}\
    Acy;\u{410}Afr;\u{1D504}Agrave\u{C0}Agrave;\u{C0}Alpha;\u{391}Amacr;\u{100}And;\u{2A53}Aogon;\
    \u{104}Aopf;\u{1D538}ApplyFunction;\u{2061}Aring\u{C5}Aring;\u{C5}Ascr;\u{1D49C}Assign;\
    \u{2254}Atilde\u{C3}Atilde;\u{C3}Auml\u{C4}Auml;\u{C4}Backslash;\u{2216}Barv;\u{2AE7}Barwed;\
    \u{2306}Bcy;\u{411}Because;\u{2235}Bernoullis;\u{212C}Beta;\u{392}Bfr;\u{1D505}Bopf;\u{1D539}B\
    reve;\u{2D8}Bscr;\u{212C}Bumpeq;\u{224E}CHcy;\u{427}COPY\u{A9}COPY;\u{A9}Cacute;\u{106}Cap;\
    \u{22D2}CapitalDifferentialD;\u{2145}Cayleys;\u{212D}Ccaron;\u{10C}Ccedil\u{C7}Ccedil;\u{C7}Cc\
    irc;\u{108}Cconint;\u{2230}Cdot;\u{10A}Cedilla;\u{B8}CenterDot;\u{B7}Cfr;\u{212D}Chi;\u{3A7}Ci\
    rcleDot;\u{2299}CircleMinus;\u{2296}CirclePlus;\u{2295}CircleTimes;\u{2297}ClockwiseContourInt\
    egral;\u{2232}CloseCurlyDoubleQuote;\u{201D}CloseCurlyQuote;\u{2019}Colon;\u{2237}Colone;\
    \u{2A74}Congruent;\u{2261}Conint;\u{222F}ContourIntegral;\u{222E}Copf;\u{2102}Coproduct;\
    \u{2210}CounterClockwiseContourIntegral;\u{2233}Cross;\u{2A2F}Cscr;\u{1D49E}Cup;\u{22D3}CupCap\
    ;\u{224D}DD;\u{2145}DDotrahd;\u{2911}DJcy;\u{402}DScy;\u{405}DZcy;\u{40F}Dagger;\u{2021}Darr;\
    \u{21A1}Dashv;\u{2AE4}Dcaron;\u{10E}Dcy;\u{414}Del;\u{2207}Delta;\u{394}Dfr;\u{1D507}Diacritic\
    alAcute;\u{B4}DiacriticalDot;\u{2D9}DiacriticalDoubleAcute;\u{2DD}DiacriticalGrave;`Diacritica\
    lTilde;\u{2DC}Diamond;\u{22C4}DifferentialD;\u{2146}Dopf;\u{1D53B}Dot;\u{A8}DotDot;\u{20DC}Dot\
    Equal;\u{2250}DoubleContourIntegral;\u{222F}DoubleDot;\u{A8}DoubleDownArrow;\u{21D3}DoubleLeft\
    Arrow;\u{21D0}DoubleLeftRightArrow;\u{21D4}DoubleLeftTee;\u{2AE4}DoubleLongLeftArrow;\u{27F8}D\
    oubleLongLeftRightArrow;\u{27FA}DoubleLongRightArrow;\u{27F9}DoubleRightArrow;\u{21D2}DoubleRi\
    ghtTee;\u{22A8}DoubleUpArrow;\u{21D1}DoubleUpDownArrow;\u{21D5}DoubleVerticalBar;\u{2225}DownA\
    rrow;\u{2193}DownArrowBar;\u{2913}DownArrowUpArrow;\u{21F5}DownBreve;\u{311}DownLeftRightVecto\
    r;\u{2950}DownLeftTeeVector;\u{295E}DownLeftVector;\u{21BD}DownLeftVectorBar;\u{2956}DownRight\
    TeeVector;\u{295F}DownRightVector;\u{21C1}DownRightVectorBar;\u{2957}DownTee;\u{22A4}DownTeeAr\
    row;\u{21A7}Downarrow;\u{21D3}Dscr;\u{1D49F}Dstrok;\u{110}ENG;\u{14A}ETH\u{D0}ETH;\u{D0}Eacute\
    \u{C9}Eacute;\u{C9}Ecaron;\u{11A}Ecirc\u{CA}Ecirc;\u{CA}Ecy;\u{42D}Edot;\u{116}Efr;\u{1D508}Eg\
    rave\u{C8}Egrave;\u{C8}Element;\u{2208}Emacr;\u{112}EmptySmallSquare;\u{25FB}EmptyVerySmallSqu\
    are;\u{25AB}Eogon;\u{118}Eopf;\u{1D53C}Epsilon;\u{395}Equal;\u{2A75}EqualTilde;\u{2242}Equilib\
    rium;\u{21CC}Escr;\u{2130}Esim;\u{2A73}Eta;\u{397}Euml\u{CB}Euml;\u{CB}Exists;\u{2203}Exponent\
    ialE;\u{2147}Fcy;\u{424}Ffr;\u{1D509}FilledSmallSquare;\u{25FC}FilledVerySmallSquare;\u{25AA}F\
    opf;\u{1D53D}ForAll;\u{2200}Fouriertrf;\u{2131}Fscr;\u{2131}GJcy;\u{403}GT>GT;>Gamma;\u{393}Ga\
    mmad;\u{3DC}Gbreve;\u{11E}Gcedil;\u{122}Gcirc;\u{11C}Gcy;\u{413}Gdot;\u{120}Gfr;\u{1D50A}Gg;\
    \u{22D9}Gopf;\u{1D53E}GreaterEqual;\u{2265}GreaterEqualLess;\u{22DB}GreaterFullEqual;\u{2267}G\
    reaterGreater;\u{2AA2}GreaterLess;\u{2277}GreaterSlantEqual;\u{2A7E}GreaterTilde;\u{2273}Gscr;\
    \u{1D4A2}Gt;\u{226B}HARDcy;\u{42A}Hacek;\u{2C7}Hat;^Hcirc;\u{124}Hfr;\u{210C}HilbertSpace;\
    \u{210B}Hopf;\u{210D}HorizontalLine;\u{2500}Hscr;\u{210B}Hstrok;\u{126}HumpDownHump;\u{224E}Hu\
    mpEqual;\u{224F}IEcy;\u{415}IJlig;\u{132}IOcy;\u{401}Iacute\u{CD}Iacute;\u{CD}Icirc\u{CE}Icirc\
    ;\u{CE}Icy;\u{418}Idot;\u{130}Ifr;\u{2111}Igrave\u{CC}Igrave;\u{CC}Im;\u{2111}Imacr;\u{12A}Ima\
    ginaryI;\u{2148}Implies;\u{21D2}Int;\u{222C}Integral;\u{222B}Intersection;\u{22C2}InvisibleCom\
    ma;\u{2063}InvisibleTimes;\u{2062}Iogon;\u{12E}Iopf;\u{1D540}Iota;\u{399}Iscr;\u{2110}Itilde;\
    \u{128}Iukcy;\u{406}Iuml\u{CF}Iuml;\u{CF}Jcirc;\u{134}Jcy;\u{419}Jfr;\u{1D50D}Jopf;\u{1D541}Js\
    cr;\u{1D4A5}Jsercy;\u{408}Jukcy;\u{404}KHcy;\u{425}KJcy;\u{40C}Kappa;\u{39A}Kcedil;\u{136}Kcy;\
    \u{41A}Kfr;\u{1D50E}Kopf;\u{1D542}Kscr;\u{1D4A6}LJcy;\u{409}LT<LT;<Lacute;\u{139}Lambda;\
    \u{39B}Lang;\u{27EA}Laplacetrf;\u{2112}Larr;\u{219E}Lcaron;\u{13D}Lcedil;\u{13B}Lcy;\u{41B}Lef\
    tAngleBracket;\u{27E8}LeftArrow;\u{2190}LeftArrowBar;\u{21E4}LeftArrowRightArrow;\u{21C6}LeftC\
    eiling;\u{2308}LeftDoubleBracket;\u{27E6}LeftDownTeeVector;\u{2961}LeftDownVector;\u{21C3}Left\
    DownVectorBar;\u{2959}LeftFloor;\u{230A}LeftRightArrow;\u{2194}LeftRightVector;\u{294E}LeftTee\
    ;\u{22A3}LeftTeeArrow;\u{21A4}LeftTeeVector;\u{295A}LeftTriangle;\u{22B2}LeftTriangleBar;\
    \u{29CF}LeftTriangleEqual;\u{22B4}LeftUpDownVector;\u{2951}LeftUpTeeVector;\u{2960}LeftUpVecto\
    r;\u{21BF}LeftUpVectorBar;\u{2958}LeftVector;\u{21BC}LeftVectorBar;\u{2952}Leftarrow;\u{21D0}L\
    eftrightarrow;\u{21D4}LessEqualGreater;\u{22DA}LessFullEqual;\u{2266}LessGreater;\u{2276}LessL\
    ess;\u{2AA1}LessSlantEqual;\u{2A7D}LessTilde;\u{2272}Lfr;\u{1D50F}Ll;\u{22D8}Lleftarrow;\
    \u{21DA}Lmidot;\u{13F}LongLeftArrow;\u{27F5}LongLeftRightArrow;\u{27F7}LongRightArrow;\u{27F6}\
    Longleftarrow;\u{27F8}Longleftrightarrow;\u{27FA}Longrightarrow;\u{27F9}Lopf;\u{1D543}LowerLef\
    tArrow;\u{2199}LowerRightArrow;\u{2198}Lscr;\u{2112}Lsh;\u{21B0}Lstrok;\u{141}Lt;\u{226A}Map;\
    \u{2905}Mcy;\u{41C}MediumSpace;\u{205F}Mellintrf;\u{2133}Mfr;\u{1D510}MinusPlus;\u{2213}Mopf;\
    \u{1D544}Mscr;\u{2133}Mu;\u{39C}NJcy;\u{40A}Nacute;\u{143}Ncaron;\u{147}Ncedil;\u{145}Ncy;\
    \u{41D}NegativeMediumSpace;\u{200B}NegativeThickSpace;\u{200B}NegativeThinSpace;\u{200B}Negati\
    veVeryThinSpace;\u{200B}NestedGreaterGreater;\u{226B}NestedLessLess;\u{226A}NewLine;\u{A}Nfr;\
    \u{1D511}NoBreak;\u{2060}NonBreakingSpace;\u{A0}Nopf;\u{2115}Not;\u{2AEC}NotCongruent;\u{2262}\
    NotCupCap;\u{226D}NotDoubleVerticalBar;\u{2226}NotElement;\u{2209}NotEqual;\u{2260}NotEqualTil\
    de;\u{2242}\u{338}NotExists;\u{2204}NotGreater;\u{226F}NotGreaterEqual;\u{2271}NotGreaterFullE\
    qual;\u{2267}\u{338}NotGreaterGreater;\u{226B}\u{338}NotGreaterLess;\u{2279}NotGreaterSlantEqu\
    al;\u{2A7E}\u{338}NotGreaterTilde;\u{2275}NotHumpDownHump;\u{224E}\u{338}NotHumpEqual;\u{224F}\
    \u{338}NotLeftTriangle;\u{22EA}NotLeftTriangleBar;\u{29CF}\u{338}NotLeftTriangleEqual;\u{22EC}\
    NotLess;\u{226E}NotLessEqual;\u{2270}NotLessGreater;\u{2278}NotLessLess;\u{226A}\u{338}NotLess\
    SlantEqual;\u{2A7D}\u{338}NotLessTilde;\u{2274}NotNestedGreaterGreater;\u{2AA2}\u{338}NotNeste\
    dLessLess;\u{2AA1}\u{338}NotPrecedes;\u{2280}NotPrecedesEqual;\u{2AAF}\u{338}NotPrecedesSlantE\
    qual;\u{22E0}NotReverseElement;\u{220C}NotRightTriangle;\u{22EB}NotRightTriangleBar;\u{29D0}\
    \u{338}NotRightTriangleEqual;\u{22ED}NotSquareSubset;\u{228F}\u{338}NotSquareSubsetEqual;\
    \u{22E2}NotSquareSuperset;\u{2290}\u{338}NotSquareSupersetEqual;\u{22E3}NotSubset;\u{2282}\
    \u{20D2}NotSubsetEqual;\u{2288}NotSucceeds;\u{2281}NotSucceedsEqual;\u{2AB0}\u{338}NotSucceeds\
    SlantEqual;\u{22E1}NotSucceedsTilde;\u{227F}\u{338}NotSuperset;\u{2283}\u{20D2}NotSupersetEqua\
    l;\u{2289}NotTilde;\u{2241}NotTildeEqual;\u{2244}NotTildeFullEqual;\u{2247}NotTildeTilde;\
    \u{2249}NotVerticalBar;\u{2224}Nscr;\u{1D4A9}Ntilde\u{D1}Ntilde;\u{D1}Nu;\u{39D}OElig;\u{152}O\
    acute\u{D3}Oacute;\u{D3}Ocirc\u{D4}Ocirc;\u{D4}Ocy;\u{41E}Odblac;\u{150}Ofr;\u{1D512}Ograve\
    \u{D2}Ograve;\u{D2}Omacr;\u{14C}Omega;\u{3A9}Omicron;\u{39F}Oopf;\u{1D546}OpenCurlyDoubleQuote\
    ;\u{201C}OpenCurlyQuote;\u{2018}Or;\u{2A54}Oscr;\u{1D4AA}Oslash\u{D8}Oslash;\u{D8}Otilde\u{D5}\
    Otilde;\u{D5}Otimes;\u{2A37}Ouml\u{D6}Ouml;\u{D6}OverBar;\u{203E}OverBrace;\u{23DE}OverBracket\
    ;\u{23B4}OverParenthesis;\u{23DC}PartialD;\u{2202}Pcy;\u{41F}Pfr;\u{1D513}Phi;\u{3A6}Pi;\
    \u{3A0}PlusMinus;\u{B1}Poincareplane;\u{210C}Popf;\u{2119}Pr;\u{2ABB}Precedes;\u{227A}Precedes\
    Equal;\u{2AAF}PrecedesSlantEqual;\u{227C}PrecedesTilde;\u{227E}Prime;\u{2033}Product;\u{220F}P\
    roportion;\u{2237}Proportional;\u{221D}Pscr;\u{1D4AB}Psi;\u{3A8}QUOT\"QUOT;\"Qfr;\u{1D514}Qopf\
    ;\u{211A}Qscr;\u{1D4AC}RBarr;\u{2910}REG\u{AE}REG;\u{AE}Racute;\u{154}Rang;\u{27EB}Rarr;\
    \u{21A0}Rarrtl;\u{2916}Rcaron;\u{158}Rcedil;\u{156}Rcy;\u{420}Re;\u{211C}ReverseElement;\
    \u{220B}ReverseEquilibrium;\u{21CB}ReverseUpEquilibrium;\u{296F}Rfr;\u{211C}Rho;\u{3A1}RightAn\
    gleBracket;\u{27E9}RightArrow;\u{2192}RightArrowBar;\u{21E5}RightArrowLeftArrow;\u{21C4}RightC\
    eiling;\u{2309}RightDoubleBracket;\u{27E7}RightDownTeeVector;\u{295D}RightDownVector;\u{21C2}R\
    ightDownVectorBar;\u{2955}RightFloor;\u{230B}RightTee;\u{22A2}RightTeeArrow;\u{21A6}RightTeeVe\
    ctor;\u{295B}RightTriangle;\u{22B3}RightTriangleBar;\u{29D0}RightTriangleEqual;\u{22B5}RightUp\
    DownVector;\u{294F}RightUpTeeVector;\u{295C}RightUpVector;\u{21BE}RightUpVectorBar;\u{2954}Rig\
    htVector;\u{21C0}RightVectorBar;\u{2953}Rightarrow;\u{21D2}Ropf;\u{211D}RoundImplies;\u{2970}R\
    rightarrow;\u{21DB}Rscr;\u{211B}Rsh;\u{21B1}RuleDelayed;\u{29F4}SHCHcy;\u{429}SHcy;\u{428}SOFT\
    cy;\u{42C}Sacute;\u{15A}Sc;\u{2ABC}Scaron;\u{160}Scedil;\u{15E}Scirc;\u{15C}Scy;\u{421}Sfr;\
    \u{1D516}ShortDownArrow;\u{2193}ShortLeftArrow;\u{2190}ShortRightArrow;\u{2192}ShortUpArrow;\
    \u{2191}Sigma;\u{3A3}SmallCircle;\u{2218}Sopf;\u{1D54A}Sqrt;\u{221A}Square;\u{25A1}SquareInter\
    section;\u{2293}SquareSubset;\u{228F}SquareSubsetEqual;\u{2291}SquareSuperset;\u{2290}SquareSu\
    persetEqual;\u{2292}SquareUnion;\u{2294}Sscr;\u{1D4AE}Star;\u{22C6}Sub;\u{22D0}Subset;\u{22D0}\
    SubsetEqual;\u{2286}Succeeds;\u{227B}SucceedsEqual;\u{2AB0}SucceedsSlantEqual;\u{227D}Succeeds\
    Tilde;\u{227F}SuchThat;\u{220B}Sum;\u{2211}Sup;\u{22D1}Superset;\u{2283}SupersetEqual;\u{2287}\
    Supset;\u{22D1}THORN\u{DE}THORN;\u{DE}TRADE;\u{2122}TSHcy;\u{40B}TScy;\u{426}Tab;\u{9}Tau;\
    \u{3A4}Tcaron;\u{164}Tcedil;\u{162}Tcy;\u{422}Tfr;\u{1D517}Therefore;\u{2234}Theta;\u{398}Thic\
    kSpace;\u{205F}\u{200A}ThinSpace;\u{2009}Tilde;\u{223C}TildeEqual;\u{2243}TildeFullEqual;\
    \u{2245}TildeTilde;\u{2248}Topf;\u{1D54B}TripleDot;\u{20DB}Tscr;\u{1D4AF}Tstrok;\u{166}Uacute\
    \u{DA}Uacute;\u{DA}Uarr;\u{219F}Uarrocir;\u{2949}Ubrcy;\u{40E}Ubreve;\u{16C}Ucirc\u{DB}Ucirc;\
    \u{DB}Ucy;\u{423}Udblac;\u{170}Ufr;\u{1D518}Ugrave\u{D9}Ugrave;\u{D9}Umacr;\u{16A}UnderBar;_Un\
    derBrace;\u{23DF}UnderBracket;\u{23B5}UnderParenthesis;\u{23DD}Union;\u{22C3}UnionPlus;\
    \u{228E}Uogon;\u{172}Uopf;\u{1D54C}UpArrow;\u{2191}UpArrowBar;\u{2912}UpArrowDownArrow;\
    \u{21C5}UpDownArrow;\u{2195}UpEquilibrium;\u{296E}UpTee;\u{22A5}UpTeeArrow;\u{21A5}Uparrow;\
    \u{21D1}Updownarrow;\u{21D5}UpperLeftArrow;\u{2196}UpperRightArrow;\u{2197}Upsi;\u{3D2}Upsilon\
    ;\u{3A5}Uring;\u{16E}Uscr;\u{1D4B0}Utilde;\u{168}Uuml\u{DC}Uuml;\u{DC}VDash;\u{22AB}Vbar;\
    \u{2AEB}Vcy;\u{412}Vdash;\u{22A9}Vdashl;\u{2AE6}Vee;\u{22C1}Verbar;\u{2016}Vert;\u{2016}Vertic\
    alBar;\u{2223}VerticalLine;|VerticalSeparator;\u{2758}VerticalTilde;\u{2240}VeryThinSpace;\
    \u{200A}Vfr;\u{1D519}Vopf;\u{1D54D}Vscr;\u{1D4B1}Vvdash;\u{22AA}Wcirc;\u{174}Wedge;\u{22C0}Wfr\
    ;\u{1D51A}Wopf;\u{1D54E}Wscr;\u{1D4B2}Xfr;\u{1D51B}Xi;\u{39E}Xopf;\u{1D54F}Xscr;\u{1D4B3}YAcy;\
    \u{42F}YIcy;\u{407}YUcy;\u{42E}Yacute\u{DD}Yacute;\u{DD}Ycirc;\u{176}Ycy;\u{42B}Yfr;\u{1D51C}Y\
    opf;\u{1D550}Yscr;\u{1D4B4}Yuml;\u{178}ZHcy;\u{416}Zacute;\u{179}Zcaron;\u{17D}Zcy;\u{417}Zdot\
    ;\u{17B}ZeroWidthSpace;\u{200B}Zeta;\u{396}Zfr;\u{2128}Zopf;\u{2124}Zscr;\u{1D4B5}aacute\u{E1}\
    aacute;\u{E1}abreve;\u{103}ac;\u{223E}acE;\u{223E}\u{333}acd;\u{223F}acirc\u{E2}acirc;\u{E2}ac\
    ute\u{B4}acute;\u{B4}acy;\u{430}aelig\u{E6}aelig;\u{E6}af;\u{2061}afr;\u{1D51E}agrave\u{E0}agr\
    ave;\u{E0}alefsym;\u{2135}aleph;\u{2135}alpha;\u{3B1}amacr;\u{101}amalg;\u{2A3F}amp&amp;&and;\
    \u{2227}andand;\u{2A55}andd;\u{2A5C}andslope;\u{2A58}andv;\u{2A5A}ang;\u{2220}ange;\u{29A4}ang\
    le;\u{2220}angmsd;\u{2221}angmsdaa;\u{29A8}angmsdab;\u{29A9}angmsdac;\u{29AA}angmsdad;\u{29AB}\
    angmsdae;\u{29AC}angmsdaf;\u{29AD}angmsdag;\u{29AE}angmsdah;\u{29AF}angrt;\u{221F}angrtvb;\
    \u{22BE}angrtvbd;\u{299D}angsph;\u{2222}angst;\u{C5}angzarr;\u{237C}aogon;\u{105}aopf;\
    \u{1D552}ap;\u{2248}apE;\u{2A70}apacir;\u{2A6F}ape;\u{224A}apid;\u{224B}apos;'approx;\u{2248}a\
    pproxeq;\u{224A}aring\u{E5}aring;\u{E5}ascr;\u{1D4B6}ast;*asymp;\u{2248}asympeq;\u{224D}atilde\
    \u{E3}atilde;\u{E3}auml\u{E4}auml;\u{E4}awconint;\u{2233}awint;\u{2A11}bNot;\u{2AED}backcong;\
    \u{224C}backepsilon;\u{3F6}backprime;\u{2035}backsim;\u{223D}backsimeq;\u{22CD}barvee;\u{22BD}\
    barwed;\u{2305}barwedge;\u{2305}bbrk;\u{23B5}bbrktbrk;\u{23B6}bcong;\u{224C}bcy;\u{431}bdquo;\
    \u{201E}becaus;\u{2235}because;\u{2235}bemptyv;\u{29B0}bepsi;\u{3F6}bernou;\u{212C}beta;\
    \u{3B2}beth;\u{2136}between;\u{226C}bfr;\u{1D51F}bigcap;\u{22C2}bigcirc;\u{25EF}bigcup;\
    \u{22C3}bigodot;\u{2A00}bigoplus;\u{2A01}bigotimes;\u{2A02}bigsqcup;\u{2A06}bigstar;\u{2605}bi\
    gtriangledown;\u{25BD}bigtriangleup;\u{25B3}biguplus;\u{2A04}bigvee;\u{22C1}bigwedge;\u{22C0}b\
    karow;\u{290D}blacklozenge;\u{29EB}blacksquare;\u{25AA}blacktriangle;\u{25B4}blacktriangledown\
    ;\u{25BE}blacktriangleleft;\u{25C2}blacktriangleright;\u{25B8}blank;\u{2423}blk12;\u{2592}blk1\
    4;\u{2591}blk34;\u{2593}block;\u{2588}bne;=\u{20E5}bnequiv;\u{2261}\u{20E5}bnot;\u{2310}bopf;\
    \u{1D553}bot;\u{22A5}bottom;\u{22A5}bowtie;\u{22C8}boxDL;\u{2557}boxDR;\u{2554}boxDl;\u{2556}b\
    oxDr;\u{2553}boxH;\u{2550}boxHD;\u{2566}boxHU;\u{2569}boxHd;\u{2564}boxHu;\u{2567}boxUL;\
    \u{255D}boxUR;\u{255A}boxUl;\u{255C}boxUr;\u{2559}boxV;\u{2551}boxVH;\u{256C}boxVL;\u{2563}box\
    VR;\u{2560}boxVh;\u{256B}boxVl;\u{2562}boxVr;\u{255F}boxbox;\u{29C9}boxdL;\u{2555}boxdR;\
    \u{2552}boxdl;\u{2510}boxdr;\u{250C}boxh;\u{2500}boxhD;\u{2565}boxhU;\u{2568}boxhd;\u{252C}box\
    hu;\u{2534}boxminus;\u{229F}boxplus;\u{229E}boxtimes;\u{22A0}boxuL;\u{255B}boxuR;\u{2558}boxul\
    ;\u{2518}boxur;\u{2514}boxv;\u{2502}boxvH;\u{256A}boxvL;\u{2561}boxvR;\u{255E}boxvh;\u{253C}bo\
    xvl;\u{2524}boxvr;\u{251C}bprime;\u{2035}breve;\u{2D8}brvbar\u{A6}brvbar;\u{A6}bscr;\u{1D4B7}b\
    semi;\u{204F}bsim;\u{223D}bsime;\u{22CD}bsol;\\bsolb;\u{29C5}bsolhsub;\u{27C8}bull;\u{2022}bul\
    let;\u{2022}bump;\u{224E}bumpE;\u{2AAE}bumpe;\u{224F}bumpeq;\u{224F}cacute;\u{107}cap;\u{2229}\
    capand;\u{2A44}capbrcup;\u{2A49}capcap;\u{2A4B}capcup;\u{2A47}capdot;\u{2A40}caps;\u{2229}\
    \u{FE00}caret;\u{2041}caron;\u{2C7}ccaps;\u{2A4D}ccaron;\u{10D}ccedil\u{E7}ccedil;\u{E7}ccirc;\
    \u{109}ccups;\u{2A4C}ccupssm;\u{2A50}cdot;\u{10B}cedil\u{B8}cedil;\u{B8}cemptyv;\u{29B2}cent\
    \u{A2}cent;\u{A2}centerdot;\u{B7}cfr;\u{1D520}chcy;\u{447}check;\u{2713}checkmark;\u{2713}chi;\
    \u{3C7}cir;\u{25CB}cirE;\u{29C3}circ;\u{2C6}circeq;\u{2257}circlearrowleft;\u{21BA}circlearrow\
    right;\u{21BB}circledR;\u{AE}circledS;\u{24C8}circledast;\u{229B}circledcirc;\u{229A}circledda\
    sh;\u{229D}cire;\u{2257}cirfnint;\u{2A10}cirmid;\u{2AEF}cirscir;\u{29C2}clubs;\u{2663}clubsuit\
    ;\u{2663}colon;:colone;\u{2254}coloneq;\u{2254}comma;,commat;@comp;\u{2201}compfn;\u{2218}comp\
    lement;\u{2201}complexes;\u{2102}cong;\u{2245}congdot;\u{2A6D}conint;\u{222E}copf;\u{1D554}cop\
    rod;\u{2210}copy\u{A9}copy;\u{A9}copysr;\u{2117}crarr;\u{21B5}cross;\u{2717}cscr;\u{1D4B8}csub\
    ;\u{2ACF}csube;\u{2AD1}csup;\u{2AD0}csupe;\u{2AD2}ctdot;\u{22EF}cudarrl;\u{2938}cudarrr;\
    \u{2935}cuepr;\u{22DE}cuesc;\u{22DF}cularr;\u{21B6}cularrp;\u{293D}cup;\u{222A}cupbrcap;\
    \u{2A48}cupcap;\u{2A46}cupcup;\u{2A4A}cupdot;\u{228D}cupor;\u{2A45}cups;\u{222A}\u{FE00}curarr\
    ;\u{21B7}curarrm;\u{293C}curlyeqprec;\u{22DE}curlyeqsucc;\u{22DF}curlyvee;\u{22CE}curlywedge;\
    \u{22CF}curren\u{A4}curren;\u{A4}curvearrowleft;\u{21B6}curvearrowright;\u{21B7}cuvee;\u{22CE}\
    cuwed;\u{22CF}cwconint;\u{2232}cwint;\u{2231}cylcty;\u{232D}dArr;\u{21D3}dHar;\u{2965}dagger;\
    \u{2020}daleth;\u{2138}darr;\u{2193}dash;\u{2010}dashv;\u{22A3}dbkarow;\u{290F}dblac;\u{2DD}dc\
    aron;\u{10F}dcy;\u{434}dd;\u{2146}ddagger;\u{2021}ddarr;\u{21CA}ddotseq;\u{2A77}deg\u{B0}deg;\
    \u{B0}delta;\u{3B4}demptyv;\u{29B1}dfisht;\u{297F}dfr;\u{1D521}dharl;\u{21C3}dharr;\u{21C2}dia\
    m;\u{22C4}diamond;\u{22C4}diamondsuit;\u{2666}diams;\u{2666}die;\u{A8}digamma;\u{3DD}disin;\
    \u{22F2}div;\u{F7}divide\u{F7}divide;\u{F7}divideontimes;\u{22C7}divonx;\u{22C7}djcy;\u{452}dl\
    corn;\u{231E}dlcrop;\u{230D}dollar;$dopf;\u{1D555}dot;\u{2D9}doteq;\u{2250}doteqdot;\u{2251}do\
    tminus;\u{2238}dotplus;\u{2214}dotsquare;\u{22A1}doublebarwedge;\u{2306}downarrow;\u{2193}down\
    downarrows;\u{21CA}downharpoonleft;\u{21C3}downharpoonright;\u{21C2}drbkarow;\u{2910}drcorn;\
    \u{231F}drcrop;\u{230C}dscr;\u{1D4B9}dscy;\u{455}dsol;\u{29F6}dstrok;\u{111}dtdot;\u{22F1}dtri\
    ;\u{25BF}dtrif;\u{25BE}duarr;\u{21F5}duhar;\u{296F}dwangle;\u{29A6}dzcy;\u{45F}dzigrarr;\
    \u{27FF}eDDot;\u{2A77}eDot;\u{2251}eacute\u{E9}eacute;\u{E9}easter;\u{2A6E}ecaron;\u{11B}ecir;\
    \u{2256}ecirc\u{EA}ecirc;\u{EA}ecolon;\u{2255}ecy;\u{44D}edot;\u{117}ee;\u{2147}efDot;\u{2252}\
    efr;\u{1D522}eg;\u{2A9A}egrave\u{E8}egrave;\u{E8}egs;\u{2A96}egsdot;\u{2A98}el;\u{2A99}elinter\
    s;\u{23E7}ell;\u{2113}els;\u{2A95}elsdot;\u{2A97}emacr;\u{113}empty;\u{2205}emptyset;\u{2205}e\
    mptyv;\u{2205}emsp13;\u{2004}emsp14;\u{2005}emsp;\u{2003}eng;\u{14B}ensp;\u{2002}eogon;\u{119}\
    eopf;\u{1D556}epar;\u{22D5}eparsl;\u{29E3}eplus;\u{2A71}epsi;\u{3B5}epsilon;\u{3B5}epsiv;\
    \u{3F5}eqcirc;\u{2256}eqcolon;\u{2255}eqsim;\u{2242}eqslantgtr;\u{2A96}eqslantless;\u{2A95}equ\
    als;=equest;\u{225F}equiv;\u{2261}equivDD;\u{2A78}eqvparsl;\u{29E5}erDot;\u{2253}erarr;\
    \u{2971}escr;\u{212F}esdot;\u{2250}esim;\u{2242}eta;\u{3B7}eth\u{F0}eth;\u{F0}euml\u{EB}euml;\
    \u{EB}euro;\u{20AC}excl;!exist;\u{2203}expectation;\u{2130}exponentiale;\u{2147}fallingdotseq;\
    \u{2252}fcy;\u{444}female;\u{2640}ffilig;\u{FB03}fflig;\u{FB00}ffllig;\u{FB04}ffr;\u{1D523}fil\
    ig;\u{FB01}fjlig;fjflat;\u{266D}fllig;\u{FB02}fltns;\u{25B1}fnof;\u{192}fopf;\u{1D557}forall;\
    \u{2200}fork;\u{22D4}forkv;\u{2AD9}fpartint;\u{2A0D}frac12\u{BD}frac12;\u{BD}frac13;\u{2153}fr\
    ac14\u{BC}frac14;\u{BC}frac15;\u{2155}frac16;\u{2159}frac18;\u{215B}frac23;\u{2154}frac25;\
    \u{2156}frac34\u{BE}frac34;\u{BE}frac35;\u{2157}frac38;\u{215C}frac45;\u{2158}frac56;\u{215A}f\
    rac58;\u{215D}frac78;\u{215E}frasl;\u{2044}frown;\u{2322}fscr;\u{1D4BB}gE;\u{2267}gEl;\u{2A8C}\
    gacute;\u{1F5}gamma;\u{3B3}gammad;\u{3DD}gap;\u{2A86}gbreve;\u{11F}gcirc;\u{11D}gcy;\u{433}gdo\
    t;\u{121}ge;\u{2265}gel;\u{22DB}geq;\u{2265}geqq;\u{2267}geqslant;\u{2A7E}ges;\u{2A7E}gescc;\
    \u{2AA9}gesdot;\u{2A80}gesdoto;\u{2A82}gesdotol;\u{2A84}gesl;\u{22DB}\u{FE00}gesles;\u{2A94}gf\
    r;\u{1D524}gg;\u{226B}ggg;\u{22D9}gimel;\u{2137}gjcy;\u{453}gl;\u{2277}glE;\u{2A92}gla;\
    \u{2AA5}glj;\u{2AA4}gnE;\u{2269}gnap;\u{2A8A}gnapprox;\u{2A8A}gne;\u{2A88}gneq;\u{2A88}gneqq;\
    \u{2269}gnsim;\u{22E7}gopf;\u{1D558}grave;`gscr;\u{210A}gsim;\u{2273}gsime;\u{2A8E}gsiml;\
    \u{2A90}gt>gt;>gtcc;\u{2AA7}gtcir;\u{2A7A}gtdot;\u{22D7}gtlPar;\u{2995}gtquest;\u{2A7C}gtrappr\
    ox;\u{2A86}gtrarr;\u{2978}gtrdot;\u{22D7}gtreqless;\u{22DB}gtreqqless;\u{2A8C}gtrless;\u{2277}\
    gtrsim;\u{2273}gvertneqq;\u{2269}\u{FE00}gvnE;\u{2269}\u{FE00}hArr;\u{21D4}hairsp;\u{200A}half\
    ;\u{BD}hamilt;\u{210B}hardcy;\u{44A}harr;\u{2194}harrcir;\u{2948}harrw;\u{21AD}hbar;\u{210F}hc\
    irc;\u{125}hearts;\u{2665}heartsuit;\u{2665}hellip;\u{2026}hercon;\u{22B9}hfr;\u{1D525}hksearo\
    w;\u{2925}hkswarow;\u{2926}hoarr;\u{21FF}homtht;\u{223B}hookleftarrow;\u{21A9}hookrightarrow;\
    \u{21AA}hopf;\u{1D559}horbar;\u{2015}hscr;\u{1D4BD}hslash;\u{210F}hstrok;\u{127}hybull;\
    \u{2043}hyphen;\u{2010}iacute\u{ED}iacute;\u{ED}ic;\u{2063}icirc\u{EE}icirc;\u{EE}icy;\u{438}i\
    ecy;\u{435}iexcl\u{A1}iexcl;\u{A1}iff;\u{21D4}ifr;\u{1D526}igrave\u{EC}igrave;\u{EC}ii;\
    \u{2148}iiiint;\u{2A0C}iiint;\u{222D}iinfin;\u{29DC}iiota;\u{2129}ijlig;\u{133}imacr;\u{12B}im\
    age;\u{2111}imagline;\u{2110}imagpart;\u{2111}imath;\u{131}imof;\u{22B7}imped;\u{1B5}in;\
    \u{2208}incare;\u{2105}infin;\u{221E}infintie;\u{29DD}inodot;\u{131}int;\u{222B}intcal;\
    \u{22BA}integers;\u{2124}intercal;\u{22BA}intlarhk;\u{2A17}intprod;\u{2A3C}iocy;\u{451}iogon;\
    \u{12F}iopf;\u{1D55A}iota;\u{3B9}iprod;\u{2A3C}iquest\u{BF}iquest;\u{BF}iscr;\u{1D4BE}isin;\
    \u{2208}isinE;\u{22F9}isindot;\u{22F5}isins;\u{22F4}isinsv;\u{22F3}isinv;\u{2208}it;\u{2062}it\
    ilde;\u{129}iukcy;\u{456}iuml\u{EF}iuml;\u{EF}jcirc;\u{135}jcy;\u{439}jfr;\u{1D527}jmath;\
    \u{237}jopf;\u{1D55B}jscr;\u{1D4BF}jsercy;\u{458}jukcy;\u{454}kappa;\u{3BA}kappav;\u{3F0}kcedi\
    l;\u{137}kcy;\u{43A}kfr;\u{1D528}kgreen;\u{138}khcy;\u{445}kjcy;\u{45C}kopf;\u{1D55C}kscr;\
    \u{1D4C0}lAarr;\u{21DA}lArr;\u{21D0}lAtail;\u{291B}lBarr;\u{290E}lE;\u{2266}lEg;\u{2A8B}lHar;\
    \u{2962}lacute;\u{13A}laemptyv;\u{29B4}lagran;\u{2112}lambda;\u{3BB}lang;\u{27E8}langd;\
    \u{2991}langle;\u{27E8}lap;\u{2A85}laquo\u{AB}laquo;\u{AB}larr;\u{2190}larrb;\u{21E4}larrbfs;\
    \u{291F}larrfs;\u{291D}larrhk;\u{21A9}larrlp;\u{21AB}larrpl;\u{2939}larrsim;\u{2973}larrtl;\
    \u{21A2}lat;\u{2AAB}latail;\u{2919}late;\u{2AAD}lates;\u{2AAD}\u{FE00}lbarr;\u{290C}lbbrk;\
    \u{2772}lbrace;{lbrack;[lbrke;\u{298B}lbrksld;\u{298F}lbrkslu;\u{298D}lcaron;\u{13E}lcedil;\
    \u{13C}lceil;\u{2308}lcub;{lcy;\u{43B}ldca;\u{2936}ldquo;\u{201C}ldquor;\u{201E}ldrdhar;\
    \u{2967}ldrushar;\u{294B}ldsh;\u{21B2}le;\u{2264}leftarrow;\u{2190}leftarrowtail;\u{21A2}lefth\
    arpoondown;\u{21BD}leftharpoonup;\u{21BC}leftleftarrows;\u{21C7}leftrightarrow;\u{2194}leftrig\
    htarrows;\u{21C6}leftrightharpoons;\u{21CB}leftrightsquigarrow;\u{21AD}leftthreetimes;\u{22CB}\
    leg;\u{22DA}leq;\u{2264}leqq;\u{2266}leqslant;\u{2A7D}les;\u{2A7D}lescc;\u{2AA8}lesdot;\
    \u{2A7F}lesdoto;\u{2A81}lesdotor;\u{2A83}lesg;\u{22DA}\u{FE00}lesges;\u{2A93}lessapprox;\
    \u{2A85}lessdot;\u{22D6}lesseqgtr;\u{22DA}lesseqqgtr;\u{2A8B}lessgtr;\u{2276}lesssim;\u{2272}l\
    fisht;\u{297C}lfloor;\u{230A}lfr;\u{1D529}lg;\u{2276}lgE;\u{2A91}lhard;\u{21BD}lharu;\u{21BC}l\
    harul;\u{296A}lhblk;\u{2584}ljcy;\u{459}ll;\u{226A}llarr;\u{21C7}llcorner;\u{231E}llhard;\
    \u{296B}lltri;\u{25FA}lmidot;\u{140}lmoust;\u{23B0}lmoustache;\u{23B0}lnE;\u{2268}lnap;\
    \u{2A89}lnapprox;\u{2A89}lne;\u{2A87}lneq;\u{2A87}lneqq;\u{2268}lnsim;\u{22E6}loang;\u{27EC}lo\
    arr;\u{21FD}lobrk;\u{27E6}longleftarrow;\u{27F5}longleftrightarrow;\u{27F7}longmapsto;\u{27FC}\
    longrightarrow;\u{27F6}looparrowleft;\u{21AB}looparrowright;\u{21AC}lopar;\u{2985}lopf;\
    \u{1D55D}loplus;\u{2A2D}lotimes;\u{2A34}lowast;\u{2217}lowbar;_loz;\u{25CA}lozenge;\u{25CA}loz\
    f;\u{29EB}lpar;(lparlt;\u{2993}lrarr;\u{21C6}lrcorner;\u{231F}lrhar;\u{21CB}lrhard;\u{296D}lrm\
    ;\u{200E}lrtri;\u{22BF}lsaquo;\u{2039}lscr;\u{1D4C1}lsh;\u{21B0}lsim;\u{2272}lsime;\u{2A8D}lsi\
    mg;\u{2A8F}lsqb;[lsquo;\u{2018}lsquor;\u{201A}lstrok;\u{142}lt<lt;<ltcc;\u{2AA6}ltcir;\u{2A79}\
    ltdot;\u{22D6}lthree;\u{22CB}ltimes;\u{22C9}ltlarr;\u{2976}ltquest;\u{2A7B}ltrPar;\u{2996}ltri\
    ;\u{25C3}ltrie;\u{22B4}ltrif;\u{25C2}lurdshar;\u{294A}luruhar;\u{2966}lvertneqq;\u{2268}\
    \u{FE00}lvnE;\u{2268}\u{FE00}mDDot;\u{223A}macr\u{AF}macr;\u{AF}male;\u{2642}malt;\u{2720}malt\
    ese;\u{2720}map;\u{21A6}mapsto;\u{21A6}mapstodown;\u{21A7}mapstoleft;\u{21A4}mapstoup;\u{21A5}\
    marker;\u{25AE}mcomma;\u{2A29}mcy;\u{43C}mdash;\u{2014}measuredangle;\u{2221}mfr;\u{1D52A}mho;\
    \u{2127}micro\u{B5}micro;\u{B5}mid;\u{2223}midast;*midcir;\u{2AF0}middot\u{B7}middot;\u{B7}min\
    us;\u{2212}minusb;\u{229F}minusd;\u{2238}minusdu;\u{2A2A}mlcp;\u{2ADB}mldr;\u{2026}mnplus;\
    \u{2213}models;\u{22A7}mopf;\u{1D55E}mp;\u{2213}mscr;\u{1D4C2}mstpos;\u{223E}mu;\u{3BC}multima\
    p;\u{22B8}mumap;\u{22B8}nGg;\u{22D9}\u{338}nGt;\u{226B}\u{20D2}nGtv;\u{226B}\u{338}nLeftarrow;\
    \u{21CD}nLeftrightarrow;\u{21CE}nLl;\u{22D8}\u{338}nLt;\u{226A}\u{20D2}nLtv;\u{226A}\u{338}nRi\
    ghtarrow;\u{21CF}nVDash;\u{22AF}nVdash;\u{22AE}nabla;\u{2207}nacute;\u{144}nang;\u{2220}\
    \u{20D2}nap;\u{2249}napE;\u{2A70}\u{338}napid;\u{224B}\u{338}napos;\u{149}napprox;\u{2249}natu\
    r;\u{266E}natural;\u{266E}naturals;\u{2115}nbsp\u{A0}nbsp;\u{A0}nbump;\u{224E}\u{338}nbumpe;\
    \u{224F}\u{338}ncap;\u{2A43}ncaron;\u{148}ncedil;\u{146}ncong;\u{2247}ncongdot;\u{2A6D}\u{338}\
    ncup;\u{2A42}ncy;\u{43D}ndash;\u{2013}ne;\u{2260}neArr;\u{21D7}nearhk;\u{2924}nearr;\u{2197}ne\
    arrow;\u{2197}nedot;\u{2250}\u{338}nequiv;\u{2262}nesear;\u{2928}nesim;\u{2242}\u{338}nexist;\
    \u{2204}nexists;\u{2204}nfr;\u{1D52B}ngE;\u{2267}\u{338}nge;\u{2271}ngeq;\u{2271}ngeqq;\
    \u{2267}\u{338}ngeqslant;\u{2A7E}\u{338}nges;\u{2A7E}\u{338}ngsim;\u{2275}ngt;\u{226F}ngtr;\
    \u{226F}nhArr;\u{21CE}nharr;\u{21AE}nhpar;\u{2AF2}ni;\u{220B}nis;\u{22FC}nisd;\u{22FA}niv;\
    \u{220B}njcy;\u{45A}nlArr;\u{21CD}nlE;\u{2266}\u{338}nlarr;\u{219A}nldr;\u{2025}nle;\u{2270}nl\
    eftarrow;\u{219A}nleftrightarrow;\u{21AE}nleq;\u{2270}nleqq;\u{2266}\u{338}nleqslant;\u{2A7D}\
    \u{338}nles;\u{2A7D}\u{338}nless;\u{226E}nlsim;\u{2274}nlt;\u{226E}nltri;\u{22EA}nltrie;\
    \u{22EC}nmid;\u{2224}nopf;\u{1D55F}not\u{AC}not;\u{AC}notin;\u{2209}notinE;\u{22F9}\u{338}noti\
    ndot;\u{22F5}\u{338}notinva;\u{2209}notinvb;\u{22F7}notinvc;\u{22F6}notni;\u{220C}notniva;\
    \u{220C}notnivb;\u{22FE}notnivc;\u{22FD}npar;\u{2226}nparallel;\u{2226}nparsl;\u{2AFD}\u{20E5}\
    npart;\u{2202}\u{338}npolint;\u{2A14}npr;\u{2280}nprcue;\u{22E0}npre;\u{2AAF}\u{338}nprec;\
    \u{2280}npreceq;\u{2AAF}\u{338}nrArr;\u{21CF}nrarr;\u{219B}nrarrc;\u{2933}\u{338}nrarrw;\
    \u{219D}\u{338}nrightarrow;\u{219B}nrtri;\u{22EB}nrtrie;\u{22ED}nsc;\u{2281}nsccue;\u{22E1}nsc\
    e;\u{2AB0}\u{338}nscr;\u{1D4C3}nshortmid;\u{2224}nshortparallel;\u{2226}nsim;\u{2241}nsime;\
    \u{2244}nsimeq;\u{2244}nsmid;\u{2224}nspar;\u{2226}nsqsube;\u{22E2}nsqsupe;\u{22E3}nsub;\
    \u{2284}nsubE;\u{2AC5}\u{338}nsube;\u{2288}nsubset;\u{2282}\u{20D2}nsubseteq;\u{2288}nsubseteq\
    q;\u{2AC5}\u{338}nsucc;\u{2281}nsucceq;\u{2AB0}\u{338}nsup;\u{2285}nsupE;\u{2AC6}\u{338}nsupe;\
    \u{2289}nsupset;\u{2283}\u{20D2}nsupseteq;\u{2289}nsupseteqq;\u{2AC6}\u{338}ntgl;\u{2279}ntild\
    e\u{F1}ntilde;\u{F1}ntlg;\u{2278}ntriangleleft;\u{22EA}ntrianglelefteq;\u{22EC}ntriangleright;\
    \u{22EB}ntrianglerighteq;\u{22ED}nu;\u{3BD}num;#numero;\u{2116}numsp;\u{2007}nvDash;\u{22AD}nv\
    Harr;\u{2904}nvap;\u{224D}\u{20D2}nvdash;\u{22AC}nvge;\u{2265}\u{20D2}nvgt;>\u{20D2}nvinfin;\
    \u{29DE}nvlArr;\u{2902}nvle;\u{2264}\u{20D2}nvlt;<\u{20D2}nvltrie;\u{22B4}\u{20D2}nvrArr;\
    \u{2903}nvrtrie;\u{22B5}\u{20D2}nvsim;\u{223C}\u{20D2}nwArr;\u{21D6}nwarhk;\u{2923}nwarr;\
    \u{2196}nwarrow;\u{2196}nwnear;\u{2927}oS;\u{24C8}oacute\u{F3}oacute;\u{F3}oast;\u{229B}ocir;\
    \u{229A}ocirc\u{F4}ocirc;\u{F4}ocy;\u{43E}odash;\u{229D}odblac;\u{151}odiv;\u{2A38}odot;\
    \u{2299}odsold;\u{29BC}oelig;\u{153}ofcir;\u{29BF}ofr;\u{1D52C}ogon;\u{2DB}ograve\u{F2}ograve;\
    \u{F2}ogt;\u{29C1}ohbar;\u{29B5}ohm;\u{3A9}oint;\u{222E}olarr;\u{21BA}olcir;\u{29BE}olcross;\
    \u{29BB}oline;\u{203E}olt;\u{29C0}omacr;\u{14D}omega;\u{3C9}omicron;\u{3BF}omid;\u{29B6}ominus\
    ;\u{2296}oopf;\u{1D560}opar;\u{29B7}operp;\u{29B9}oplus;\u{2295}or;\u{2228}orarr;\u{21BB}ord;\
    \u{2A5D}order;\u{2134}orderof;\u{2134}ordf\u{AA}ordf;\u{AA}ordm\u{BA}ordm;\u{BA}origof;\
    \u{22B6}oror;\u{2A56}orslope;\u{2A57}orv;\u{2A5B}oscr;\u{2134}oslash\u{F8}oslash;\u{F8}osol;\
    \u{2298}otilde\u{F5}otilde;\u{F5}otimes;\u{2297}otimesas;\u{2A36}ouml\u{F6}ouml;\u{F6}ovbar;\
    \u{233D}par;\u{2225}para\u{B6}para;\u{B6}parallel;\u{2225}parsim;\u{2AF3}parsl;\u{2AFD}part;\
    \u{2202}pcy;\u{43F}percnt;%period;.permil;\u{2030}perp;\u{22A5}pertenk;\u{2031}pfr;\u{1D52D}ph\
    i;\u{3C6}phiv;\u{3D5}phmmat;\u{2133}phone;\u{260E}pi;\u{3C0}pitchfork;\u{22D4}piv;\u{3D6}planc\
    k;\u{210F}planckh;\u{210E}plankv;\u{210F}plus;+plusacir;\u{2A23}plusb;\u{229E}pluscir;\u{2A22}\
    plusdo;\u{2214}plusdu;\u{2A25}pluse;\u{2A72}plusmn\u{B1}plusmn;\u{B1}plussim;\u{2A26}plustwo;\
    \u{2A27}pm;\u{B1}pointint;\u{2A15}popf;\u{1D561}pound\u{A3}pound;\u{A3}pr;\u{227A}prE;\u{2AB3}\
    prap;\u{2AB7}prcue;\u{227C}pre;\u{2AAF}prec;\u{227A}precapprox;\u{2AB7}preccurlyeq;\u{227C}pre\
    ceq;\u{2AAF}precnapprox;\u{2AB9}precneqq;\u{2AB5}precnsim;\u{22E8}precsim;\u{227E}prime;\
    \u{2032}primes;\u{2119}prnE;\u{2AB5}prnap;\u{2AB9}prnsim;\u{22E8}prod;\u{220F}profalar;\
    \u{232E}profline;\u{2312}profsurf;\u{2313}prop;\u{221D}propto;\u{221D}prsim;\u{227E}prurel;\
    \u{22B0}pscr;\u{1D4C5}psi;\u{3C8}puncsp;\u{2008}qfr;\u{1D52E}qint;\u{2A0C}qopf;\u{1D562}qprime\
    ;\u{2057}qscr;\u{1D4C6}quaternions;\u{210D}quatint;\u{2A16}quest;?questeq;\u{225F}quot\"quot;\
    \"rAarr;\u{21DB}rArr;\u{21D2}rAtail;\u{291C}rBarr;\u{290F}rHar;\u{2964}race;\u{223D}\u{331}rac\
    ute;\u{155}radic;\u{221A}raemptyv;\u{29B3}rang;\u{27E9}rangd;\u{2992}range;\u{29A5}rangle;\
    \u{27E9}raquo\u{BB}raquo;\u{BB}rarr;\u{2192}rarrap;\u{2975}rarrb;\u{21E5}rarrbfs;\u{2920}rarrc\
    ;\u{2933}rarrfs;\u{291E}rarrhk;\u{21AA}rarrlp;\u{21AC}rarrpl;\u{2945}rarrsim;\u{2974}rarrtl;\
    \u{21A3}rarrw;\u{219D}ratail;\u{291A}ratio;\u{2236}rationals;\u{211A}rbarr;\u{290D}rbbrk;\
    \u{2773}rbrace;}rbrack;]rbrke;\u{298C}rbrksld;\u{298E}rbrkslu;\u{2990}rcaron;\u{159}rcedil;\
    \u{157}rceil;\u{2309}rcub;}rcy;\u{440}rdca;\u{2937}rdldhar;\u{2969}rdquo;\u{201D}rdquor;\
    \u{201D}rdsh;\u{21B3}real;\u{211C}realine;\u{211B}realpart;\u{211C}reals;\u{211D}rect;\u{25AD}\
    reg\u{AE}reg;\u{AE}rfisht;\u{297D}rfloor;\u{230B}rfr;\u{1D52F}rhard;\u{21C1}rharu;\u{21C0}rhar\
    ul;\u{296C}rho;\u{3C1}rhov;\u{3F1}rightarrow;\u{2192}rightarrowtail;\u{21A3}rightharpoondown;\
    \u{21C1}rightharpoonup;\u{21C0}rightleftarrows;\u{21C4}rightleftharpoons;\u{21CC}rightrightarr\
    ows;\u{21C9}rightsquigarrow;\u{219D}rightthreetimes;\u{22CC}ring;\u{2DA}risingdotseq;\u{2253}r\
    larr;\u{21C4}rlhar;\u{21CC}rlm;\u{200F}rmoust;\u{23B1}rmoustache;\u{23B1}rnmid;\u{2AEE}roang;\
    \u{27ED}roarr;\u{21FE}robrk;\u{27E7}ropar;\u{2986}ropf;\u{1D563}roplus;\u{2A2E}rotimes;\
    \u{2A35}rpar;)rpargt;\u{2994}rppolint;\u{2A12}rrarr;\u{21C9}rsaquo;\u{203A}rscr;\u{1D4C7}rsh;\
    \u{21B1}rsqb;]rsquo;\u{2019}rsquor;\u{2019}rthree;\u{22CC}rtimes;\u{22CA}rtri;\u{25B9}rtrie;\
    \u{22B5}rtrif;\u{25B8}rtriltri;\u{29CE}ruluhar;\u{2968}rx;\u{211E}sacute;\u{15B}sbquo;\u{201A}\
    sc;\u{227B}scE;\u{2AB4}scap;\u{2AB8}scaron;\u{161}sccue;\u{227D}sce;\u{2AB0}scedil;\u{15F}scir\
    c;\u{15D}scnE;\u{2AB6}scnap;\u{2ABA}scnsim;\u{22E9}scpolint;\u{2A13}scsim;\u{227F}scy;\u{441}s\
    dot;\u{22C5}sdotb;\u{22A1}sdote;\u{2A66}seArr;\u{21D8}searhk;\u{2925}searr;\u{2198}searrow;\
    \u{2198}sect\u{A7}sect;\u{A7}semi;;seswar;\u{2929}setminus;\u{2216}setmn;\u{2216}sext;\u{2736}\
    sfr;\u{1D530}sfrown;\u{2322}sharp;\u{266F}shchcy;\u{449}shcy;\u{448}shortmid;\u{2223}shortpara\
    llel;\u{2225}shy\u{AD}shy;\u{AD}sigma;\u{3C3}sigmaf;\u{3C2}sigmav;\u{3C2}sim;\u{223C}simdot;\
    \u{2A6A}sime;\u{2243}simeq;\u{2243}simg;\u{2A9E}simgE;\u{2AA0}siml;\u{2A9D}simlE;\u{2A9F}simne\
    ;\u{2246}simplus;\u{2A24}simrarr;\u{2972}slarr;\u{2190}smallsetminus;\u{2216}smashp;\u{2A33}sm\
    eparsl;\u{29E4}smid;\u{2223}smile;\u{2323}smt;\u{2AAA}smte;\u{2AAC}smtes;\u{2AAC}\u{FE00}softc\
    y;\u{44C}sol;/solb;\u{29C4}solbar;\u{233F}sopf;\u{1D564}spades;\u{2660}spadesuit;\u{2660}spar;\
    \u{2225}sqcap;\u{2293}sqcaps;\u{2293}\u{FE00}sqcup;\u{2294}sqcups;\u{2294}\u{FE00}sqsub;\
    \u{228F}sqsube;\u{2291}sqsubset;\u{228F}sqsubseteq;\u{2291}sqsup;\u{2290}sqsupe;\u{2292}sqsups\
    et;\u{2290}sqsupseteq;\u{2292}squ;\u{25A1}square;\u{25A1}squarf;\u{25AA}squf;\u{25AA}srarr;\
    \u{2192}sscr;\u{1D4C8}ssetmn;\u{2216}ssmile;\u{2323}sstarf;\u{22C6}star;\u{2606}starf;\u{2605}\
    straightepsilon;\u{3F5}straightphi;\u{3D5}strns;\u{AF}sub;\u{2282}subE;\u{2AC5}subdot;\u{2ABD}\
    sube;\u{2286}subedot;\u{2AC3}submult;\u{2AC1}subnE;\u{2ACB}subne;\u{228A}subplus;\u{2ABF}subra\
    rr;\u{2979}subset;\u{2282}subseteq;\u{2286}subseteqq;\u{2AC5}subsetneq;\u{228A}subsetneqq;\
    \u{2ACB}subsim;\u{2AC7}subsub;\u{2AD5}subsup;\u{2AD3}succ;\u{227B}succapprox;\u{2AB8}succcurly\
    eq;\u{227D}succeq;\u{2AB0}succnapprox;\u{2ABA}succneqq;\u{2AB6}succnsim;\u{22E9}succsim;\
    \u{227F}sum;\u{2211}sung;\u{266A}sup1\u{B9}sup1;\u{B9}sup2\u{B2}sup2;\u{B2}sup3\u{B3}sup3;\
    \u{B3}sup;\u{2283}supE;\u{2AC6}supdot;\u{2ABE}supdsub;\u{2AD8}supe;\u{2287}supedot;\u{2AC4}sup\
    hsol;\u{27C9}suphsub;\u{2AD7}suplarr;\u{297B}supmult;\u{2AC2}supnE;\u{2ACC}supne;\u{228B}suppl\
    us;\u{2AC0}supset;\u{2283}supseteq;\u{2287}supseteqq;\u{2AC6}supsetneq;\u{228B}supsetneqq;\
    \u{2ACC}supsim;\u{2AC8}supsub;\u{2AD4}supsup;\u{2AD6}swArr;\u{21D9}swarhk;\u{2926}swarr;\
    \u{2199}swarrow;\u{2199}swnwar;\u{292A}szlig\u{DF}szlig;\u{DF}target;\u{2316}tau;\u{3C4}tbrk;\
    \u{23B4}tcaron;\u{165}tcedil;\u{163}tcy;\u{442}tdot;\u{20DB}telrec;\u{2315}tfr;\u{1D531}there4\
    ;\u{2234}therefore;\u{2234}theta;\u{3B8}thetasym;\u{3D1}thetav;\u{3D1}thickapprox;\u{2248}thic\
    ksim;\u{223C}thinsp;\u{2009}thkap;\u{2248}thksim;\u{223C}thorn\u{FE}thorn;\u{FE}tilde;\u{2DC}t\
    imes\u{D7}times;\u{D7}timesb;\u{22A0}timesbar;\u{2A31}timesd;\u{2A30}tint;\u{222D}toea;\
    \u{2928}top;\u{22A4}topbot;\u{2336}topcir;\u{2AF1}topf;\u{1D565}topfork;\u{2ADA}tosa;\u{2929}t\
    prime;\u{2034}trade;\u{2122}triangle;\u{25B5}triangledown;\u{25BF}triangleleft;\u{25C3}triangl\
    elefteq;\u{22B4}triangleq;\u{225C}triangleright;\u{25B9}trianglerighteq;\u{22B5}tridot;\
    \u{25EC}trie;\u{225C}triminus;\u{2A3A}triplus;\u{2A39}trisb;\u{29CD}tritime;\u{2A3B}trpezium;\
    \u{23E2}tscr;\u{1D4C9}tscy;\u{446}tshcy;\u{45B}tstrok;\u{167}twixt;\u{226C}twoheadleftarrow;\
    \u{219E}twoheadrightarrow;\u{21A0}uArr;\u{21D1}uHar;\u{2963}uacute\u{FA}uacute;\u{FA}uarr;\
    \u{2191}ubrcy;\u{45E}ubreve;\u{16D}ucirc\u{FB}ucirc;\u{FB}ucy;\u{443}udarr;\u{21C5}udblac;\
    \u{171}udhar;\u{296E}ufisht;\u{297E}ufr;\u{1D532}ugrave\u{F9}ugrave;\u{F9}uharl;\u{21BF}uharr;\
    \u{21BE}uhblk;\u{2580}ulcorn;\u{231C}ulcorner;\u{231C}ulcrop;\u{230F}ultri;\u{25F8}umacr;\
    \u{16B}uml\u{A8}uml;\u{A8}uogon;\u{173}uopf;\u{1D566}uparrow;\u{2191}updownarrow;\u{2195}uphar\
    poonleft;\u{21BF}upharpoonright;\u{21BE}uplus;\u{228E}upsi;\u{3C5}upsih;\u{3D2}upsilon;\u{3C5}\
    upuparrows;\u{21C8}urcorn;\u{231D}urcorner;\u{231D}urcrop;\u{230E}uring;\u{16F}urtri;\u{25F9}u\
    scr;\u{1D4CA}utdot;\u{22F0}utilde;\u{169}utri;\u{25B5}utrif;\u{25B4}uuarr;\u{21C8}uuml\u{FC}uu\
    ml;\u{FC}uwangle;\u{29A7}vArr;\u{21D5}vBar;\u{2AE8}vBarv;\u{2AE9}vDash;\u{22A8}vangrt;\u{299C}\
    varepsilon;\u{3F5}varkappa;\u{3F0}varnothing;\u{2205}varphi;\u{3D5}varpi;\u{3D6}varpropto;\
    \u{221D}varr;\u{2195}varrho;\u{3F1}varsigma;\u{3C2}varsubsetneq;\u{228A}\u{FE00}varsubsetneqq;\
    \u{2ACB}\u{FE00}varsupsetneq;\u{228B}\u{FE00}varsupsetneqq;\u{2ACC}\u{FE00}vartheta;\u{3D1}var\
    triangleleft;\u{22B2}vartriangleright;\u{22B3}vcy;\u{432}vdash;\u{22A2}vee;\u{2228}veebar;\
    \u{22BB}veeeq;\u{225A}vellip;\u{22EE}verbar;|vert;|vfr;\u{1D533}vltri;\u{22B2}vnsub;\u{2282}\
    \u{20D2}vnsup;\u{2283}\u{20D2}vopf;\u{1D567}vprop;\u{221D}vrtri;\u{22B3}vscr;\u{1D4CB}vsubnE;\
    \u{2ACB}\u{FE00}vsubne;\u{228A}\u{FE00}vsupnE;\u{2ACC}\u{FE00}vsupne;\u{228B}\u{FE00}vzigzag;\
    \u{299A}wcirc;\u{175}wedbar;\u{2A5F}wedge;\u{2227}wedgeq;\u{2259}weierp;\u{2118}wfr;\u{1D534}w\
    opf;\u{1D568}wp;\u{2118}wr;\u{2240}wreath;\u{2240}wscr;\u{1D4CC}xcap;\u{22C2}xcirc;\u{25EF}xcu\
    p;\u{22C3}xdtri;\u{25BD}xfr;\u{1D535}xhArr;\u{27FA}xharr;\u{27F7}xi;\u{3BE}xlArr;\u{27F8}xlarr\
    ;\u{27F5}xmap;\u{27FC}xnis;\u{22FB}xodot;\u{2A00}xopf;\u{1D569}xoplus;\u{2A01}xotime;\u{2A02}x\
    rArr;\u{27F9}xrarr;\u{27F6}xscr;\u{1D4CD}xsqcup;\u{2A06}xuplus;\u{2A04}xutri;\u{25B3}xvee;\
    \u{22C1}xwedge;\u{22C0}yacute\u{FD}yacute;\u{FD}yacy;\u{44F}ycirc;\u{177}ycy;\u{44B}yen\u{A5}y\
    en;\u{A5}yfr;\u{1D536}yicy;\u{457}yopf;\u{1D56A}yscr;\u{1D4CE}yucy;\u{44E}yuml\u{FF}yuml;\
    \u{FF}zacute;\u{17A}zcaron;\u{17E}zcy;\u{437}zdot;\u{17C}zeetrf;\u{2128}zeta;\u{3B6}zfr;\
    \u{1D537}zhcy;\u{436}zigrarr;\u{21DD}zopf;\u{1D56B}zscr;\u{1D4CF}zwj;\u{200D}zwnj;\u{200C}
    """

  /// The offset of each reference in `text`, and the end of the last.
  static let starts: [UInt16] = [
    0, 7, 15, 19, 24, 32, 41, 50, 57, 65, 71, 79, 87, 96, 104, 112, 119, 127, 136, 153, 160, 168,
    177, 187, 195, 204, 210, 217, 230, 238, 248, 254, 265, 279, 286, 294, 303, 311, 319, 329, 336,
    342, 349, 358, 365, 389, 400, 409, 417, 426, 434, 445, 452, 462, 474, 481, 487, 500, 515, 529,
    544, 572, 597, 616, 625, 635, 648, 658, 677, 685, 698, 733, 742, 751, 758, 768, 774, 786, 793,
    800, 807, 817, 825, 834, 843, 849, 856, 864, 872, 891, 908, 933, 951, 970, 981, 998, 1007,
    1013, 1023, 1035, 1060, 1072, 1091, 1110, 1134, 1151, 1174, 1202, 1226, 1246, 1264, 1281, 1302,
    1323, 1336, 1352, 1372, 1384, 1407, 1428, 1446, 1467, 1489, 1508, 1530, 1541, 1557, 1570, 1579,
    1588, 1594, 1599, 1605, 1613, 1622, 1631, 1638, 1646, 1652, 1659, 1667, 1675, 1684, 1695, 1703,
    1723, 1747, 1755, 1764, 1774, 1783, 1797, 1812, 1820, 1828, 1834, 1840, 1847, 1857, 1873, 1879,
    1887, 1908, 1933, 1942, 1952, 1966, 1974, 1981, 1984, 1988, 1996, 2005, 2014, 2023, 2031, 2037,
    2044, 2052, 2058, 2067, 2083, 2103, 2123, 2141, 2156, 2177, 2193, 2202, 2208, 2217, 2225, 2230,
    2238, 2245, 2261, 2269, 2287, 2295, 2304, 2320, 2333, 2340, 2348, 2355, 2363, 2372, 2379, 2387,
    2393, 2400, 2407, 2415, 2424, 2430, 2438, 2452, 2463, 2470, 2482, 2498, 2516, 2534, 2542, 2551,
    2558, 2566, 2575, 2583, 2589, 2596, 2604, 2610, 2618, 2627, 2636, 2645, 2653, 2660, 2667, 2675,
    2684, 2690, 2698, 2707, 2716, 2723, 2726, 2730, 2739, 2748, 2756, 2770, 2778, 2787, 2796, 2802,
    2822, 2835, 2851, 2874, 2889, 2910, 2931, 2949, 2970, 2983, 3001, 3020, 3031, 3047, 3064, 3080,
    3099, 3120, 3140, 3159, 3175, 3194, 3208, 3225, 3238, 3256, 3276, 3293, 3308, 3320, 3338, 3351,
    3359, 3365, 3379, 3388, 3405, 3427, 3445, 3462, 3484, 3502, 3511, 3529, 3548, 3556, 3563, 3572,
    3578, 3585, 3591, 3606, 3619, 3627, 3640, 3649, 3657, 3662, 3669, 3678, 3687, 3696, 3702, 3725,
    3747, 3768, 3793, 3817, 3835, 3844, 3852, 3863, 3882, 3890, 3897, 3913, 3926, 3950, 3964, 3976,
    3995, 4008, 4022, 4041, 4066, 4089, 4107, 4133, 4152, 4173, 4191, 4210, 4234, 4258, 4269, 4285,
    4303, 4320, 4343, 4359, 4388, 4411, 4426, 4448, 4473, 4494, 4514, 4539, 4564, 4585, 4609, 4632,
    4658, 4674, 4692, 4707, 4729, 4754, 4776, 4794, 4814, 4826, 4843, 4864, 4881, 4899, 4908, 4916,
    4925, 4930, 4938, 4946, 4955, 4962, 4970, 4976, 4985, 4993, 5001, 5010, 5018, 5026, 5036, 5045,
    5069, 5087, 5093, 5102, 5110, 5119, 5127, 5136, 5146, 5152, 5159, 5170, 5183, 5198, 5217, 5229,
    5235, 5243, 5249, 5254, 5266, 5283, 5291, 5297, 5309, 5326, 5348, 5365, 5374, 5385, 5399, 5415,
    5424, 5430, 5435, 5441, 5449, 5457, 5466, 5475, 5480, 5486, 5495, 5503, 5511, 5521, 5530, 5539,
    5545, 5551, 5569, 5591, 5615, 5622, 5628, 5649, 5663, 5680, 5703, 5719, 5741, 5763, 5782, 5804,
    5818, 5830, 5847, 5865, 5882, 5902, 5924, 5945, 5965, 5982, 6002, 6017, 6035, 6049, 6057, 6073,
    6088, 6096, 6103, 6118, 6127, 6134, 6143, 6152, 6158, 6167, 6176, 6184, 6190, 6198, 6216, 6234,
    6253, 6269, 6277, 6292, 6301, 6309, 6319, 6341, 6357, 6378, 6396, 6419, 6434, 6443, 6451, 6458,
    6468, 6483, 6495, 6512, 6534, 6551, 6563, 6570, 6577, 6589, 6606, 6616, 6623, 6631, 6640, 6648,
    6655, 6660, 6666, 6675, 6684, 6690, 6698, 6711, 6719, 6736, 6749, 6758, 6772, 6790, 6804, 6813,
    6826, 6835, 6844, 6852, 6861, 6869, 6881, 6889, 6898, 6905, 6913, 6919, 6928, 6936, 6944, 6953,
    6961, 6971, 6985, 7001, 7021, 7030, 7043, 7051, 7060, 7071, 7085, 7105, 7120, 7137, 7146, 7160,
    7171, 7186, 7204, 7223, 7230, 7240, 7248, 7257, 7266, 7272, 7279, 7288, 7296, 7302, 7311, 7321,
    7328, 7338, 7346, 7361, 7375, 7396, 7413, 7430, 7438, 7447, 7456, 7466, 7474, 7483, 7491, 7500,
    7509, 7517, 7522, 7531, 7540, 7547, 7554, 7561, 7569, 7578, 7586, 7592, 7600, 7609, 7618, 7625,
    7632, 7641, 7650, 7656, 7663, 7681, 7688, 7695, 7703, 7712, 7720, 7729, 7738, 7744, 7753, 7760,
    7767, 7775, 7782, 7790, 7796, 7803, 7811, 7817, 7825, 7833, 7842, 7853, 7862, 7870, 7878, 7887,
    7891, 7896, 7903, 7913, 7921, 7933, 7941, 7948, 7956, 7965, 7975, 7987, 7999, 8011, 8023, 8035,
    8047, 8059, 8071, 8080, 8091, 8103, 8113, 8121, 8132, 8140, 8149, 8155, 8162, 8172, 8179, 8187,
    8193, 8203, 8215, 8222, 8230, 8239, 8244, 8253, 8264, 8272, 8281, 8287, 8294, 8306, 8315, 8323,
    8335, 8349, 8362, 8373, 8386, 8396, 8406, 8418, 8426, 8438, 8447, 8453, 8462, 8472, 8483, 8494,
    8502, 8512, 8519, 8527, 8538, 8546, 8556, 8567, 8577, 8588, 8600, 8613, 8625, 8636, 8655, 8672,
    8684, 8694, 8706, 8716, 8732, 8747, 8764, 8785, 8806, 8828, 8837, 8846, 8855, 8864, 8873, 8881,
    8895, 8903, 8912, 8919, 8929, 8939, 8948, 8957, 8966, 8975, 8983, 8992, 9001, 9010, 9019, 9028,
    9037, 9046, 9055, 9063, 9072, 9081, 9090, 9099, 9108, 9117, 9127, 9136, 9145, 9154, 9163, 9171,
    9180, 9189, 9198, 9207, 9219, 9230, 9242, 9251, 9260, 9269, 9278, 9286, 9295, 9304, 9313, 9322,
    9331, 9340, 9350, 9358, 9366, 9375, 9384, 9393, 9401, 9410, 9416, 9425, 9437, 9445, 9455, 9463,
    9472, 9481, 9491, 9500, 9507, 9517, 9529, 9539, 9549, 9559, 9570, 9579, 9587, 9596, 9605, 9613,
    9622, 9630, 9639, 9650, 9657, 9664, 9672, 9683, 9689, 9696, 9708, 9716, 9723, 9732, 9745, 9751,
    9758, 9766, 9773, 9783, 9802, 9822, 9833, 9845, 9859, 9874, 9889, 9897, 9909, 9919, 9930, 9939,
    9951, 9958, 9968, 9979, 9986, 9994, 10002, 10012, 10026, 10039, 10047, 10058, 10068, 10077,
    10087, 10093, 10100, 10110, 10119, 10128, 10137, 10145, 10154, 10162, 10171, 10180, 10191,
    10202, 10211, 10220, 10230, 10241, 10248, 10260, 10270, 10280, 10290, 10299, 10310, 10320,
    10331, 10346, 10361, 10373, 10387, 10395, 10404, 10422, 10441, 10450, 10459, 10471, 10480,
    10490, 10498, 10506, 10516, 10526, 10534, 10542, 10551, 10562, 10570, 10579, 10585, 10591,
    10602, 10611, 10622, 10627, 10633, 10641, 10652, 10662, 10670, 10679, 10688, 10696, 10707,
    10722, 10731, 10737, 10747, 10756, 10762, 10770, 10779, 10796, 10806, 10813, 10823, 10833,
    10841, 10850, 10856, 10865, 10877, 10889, 10900, 10913, 10931, 10944, 10962, 10981, 11001,
    11013, 11023, 11033, 11042, 11049, 11057, 11066, 11075, 11083, 11092, 11101, 11110, 11121,
    11128, 11140, 11149, 11157, 11165, 11174, 11184, 11193, 11201, 11208, 11216, 11226, 11232,
    11239, 11245, 11254, 11262, 11268, 11276, 11285, 11292, 11302, 11308, 11320, 11327, 11334,
    11344, 11352, 11361, 11373, 11383, 11393, 11403, 11411, 11417, 11425, 11433, 11442, 11450,
    11460, 11469, 11476, 11486, 11494, 11504, 11515, 11524, 11538, 11553, 11561, 11571, 11580,
    11591, 11603, 11612, 11621, 11629, 11638, 11646, 11652, 11657, 11663, 11669, 11676, 11684,
    11690, 11699, 11714, 11730, 11747, 11753, 11763, 11773, 11782, 11792, 11800, 11809, 11817,
    11825, 11834, 11843, 11850, 11859, 11869, 11877, 11886, 11898, 11906, 11915, 11925, 11933,
    11942, 11952, 11962, 11972, 11982, 11992, 12000, 12009, 12019, 12029, 12039, 12049, 12059,
    12069, 12078, 12087, 12096, 12102, 12109, 12118, 12126, 12135, 12142, 12151, 12159, 12165,
    12172, 12178, 12185, 12192, 12200, 12212, 12219, 12228, 12238, 12249, 12261, 12272, 12282,
    12290, 12296, 12303, 12312, 12319, 12325, 12332, 12339, 12346, 12353, 12361, 12373, 12380,
    12388, 12397, 12406, 12415, 12422, 12430, 12438, 12447, 12456, 12459, 12463, 12471, 12480,
    12489, 12499, 12510, 12523, 12533, 12543, 12556, 12570, 12581, 12591, 12607, 12618, 12626,
    12636, 12643, 12653, 12662, 12670, 12681, 12690, 12698, 12706, 12716, 12729, 12739, 12749,
    12757, 12769, 12781, 12790, 12800, 12817, 12835, 12844, 12854, 12863, 12873, 12882, 12892,
    12902, 12910, 12919, 12925, 12932, 12940, 12946, 12953, 12960, 12968, 12975, 12983, 12991,
    13000, 13006, 13016, 13025, 13035, 13044, 13052, 13060, 13069, 13081, 13093, 13101, 13109,
    13117, 13123, 13133, 13142, 13154, 13163, 13170, 13180, 13192, 13204, 13216, 13227, 13234,
    13242, 13251, 13258, 13267, 13275, 13284, 13293, 13301, 13310, 13321, 13330, 13340, 13349,
    13355, 13364, 13372, 13378, 13385, 13393, 13399, 13407, 13415, 13424, 13433, 13442, 13450,
    13458, 13467, 13476, 13482, 13490, 13499, 13506, 13513, 13522, 13531, 13540, 13548, 13558,
    13567, 13573, 13580, 13588, 13597, 13609, 13619, 13628, 13636, 13645, 13655, 13662, 13669,
    13677, 13685, 13694, 13705, 13715, 13725, 13735, 13745, 13756, 13766, 13773, 13783, 13791,
    13803, 13812, 13821, 13829, 13837, 13846, 13857, 13868, 13877, 13886, 13895, 13901, 13907,
    13915, 13924, 13934, 13945, 13957, 13965, 13971, 13984, 14001, 14020, 14037, 14055, 14073,
    14092, 14113, 14136, 14154, 14161, 14168, 14176, 14188, 14195, 14204, 14214, 14225, 14237,
    14248, 14258, 14272, 14283, 14296, 14310, 14321, 14332, 14342, 14352, 14360, 14366, 14373,
    14382, 14391, 14401, 14410, 14417, 14423, 14432, 14444, 14454, 14463, 14472, 14482, 14496,
    14503, 14511, 14523, 14530, 14538, 14547, 14556, 14565, 14574, 14583, 14600, 14622, 14636,
    14654, 14671, 14689, 14698, 14707, 14717, 14728, 14738, 14746, 14753, 14764, 14772, 14778,
    14788, 14797, 14809, 14818, 14828, 14835, 14844, 14854, 14863, 14870, 14878, 14887, 14896,
    14902, 14911, 14921, 14930, 14933, 14937, 14945, 14954, 14963, 14973, 14983, 14993, 15004,
    15014, 15022, 15031, 15040, 15052, 15063, 15079, 15090, 15099, 15105, 15112, 15120, 15128,
    15139, 15146, 15156, 15170, 15184, 15196, 15206, 15216, 15222, 15231, 15248, 15256, 15263,
    15270, 15278, 15285, 15293, 15303, 15311, 15320, 15329, 15339, 15349, 15360, 15368, 15376,
    15386, 15396, 15405, 15411, 15420, 15430, 15435, 15447, 15456, 15465, 15475, 15485, 15499,
    15518, 15527, 15537, 15547, 15562, 15572, 15582, 15591, 15600, 15611, 15618, 15628, 15639,
    15647, 15658, 15667, 15678, 15690, 15696, 15703, 15714, 15726, 15734, 15743, 15752, 15761,
    15775, 15783, 15789, 15798, 15804, 15813, 15823, 15832, 15843, 15854, 15864, 15874, 15885,
    15895, 15906, 15914, 15923, 15930, 15938, 15949, 15964, 15974, 15983, 15990, 15998, 16007,
    16016, 16025, 16031, 16038, 16046, 16053, 16060, 16069, 16078, 16087, 16095, 16102, 16116,
    16135, 16143, 16154, 16169, 16179, 16188, 16197, 16204, 16213, 16223, 16231, 16240, 16245,
    16251, 16260, 16272, 16286, 16297, 16308, 16319, 16328, 16339, 16350, 16361, 16369, 16382,
    16395, 16406, 16417, 16424, 16434, 16444, 16453, 16466, 16475, 16484, 16496, 16508, 16523,
    16532, 16542, 16549, 16559, 16569, 16578, 16591, 16609, 16617, 16626, 16636, 16645, 16654,
    16665, 16676, 16684, 16695, 16704, 16718, 16731, 16747, 16756, 16769, 16777, 16788, 16797,
    16811, 16824, 16840, 16848, 16856, 16865, 16873, 16890, 16909, 16927, 16947, 16952, 16957,
    16967, 16976, 16986, 16996, 17007, 17017, 17028, 17037, 17048, 17058, 17069, 17078, 17092,
    17102, 17116, 17128, 17137, 17147, 17156, 17167, 17177, 17183, 17191, 17200, 17208, 17216,
    17223, 17231, 17237, 17246, 17255, 17263, 17271, 17281, 17289, 17298, 17306, 17313, 17321,
    17330, 17337, 17346, 17352, 17360, 17369, 17378, 17389, 17398, 17405, 17413, 17421, 17431,
    17439, 17449, 17458, 17466, 17475, 17484, 17490, 17499, 17506, 17515, 17526, 17532, 17539,
    17545, 17552, 17562, 17570, 17581, 17588, 17596, 17604, 17613, 17621, 17629, 17638, 17648,
    17660, 17666, 17673, 17682, 17689, 17695, 17702, 17714, 17724, 17733, 17741, 17747, 17755,
    17763, 17773, 17781, 17792, 17800, 17806, 17813, 17823, 17832, 17837, 17850, 17856, 17866,
    17877, 17887, 17893, 17905, 17914, 17925, 17935, 17945, 17954, 17962, 17971, 17982, 17993,
    17998, 18010, 18019, 18026, 18034, 18040, 18047, 18055, 18064, 18071, 18079, 18093, 18108,
    18118, 18133, 18145, 18157, 18168, 18177, 18187, 18195, 18204, 18214, 18222, 18234, 18246,
    18258, 18266, 18276, 18285, 18295, 18304, 18310, 18320, 18328, 18336, 18345, 18355, 18364,
    18379, 18390, 18397, 18408, 18413, 18419, 18428, 18436, 18446, 18455, 18463, 18473, 18482,
    18491, 18503, 18511, 18520, 18529, 18539, 18546, 18554, 18562, 18572, 18581, 18592, 18601,
    18611, 18621, 18631, 18641, 18652, 18662, 18671, 18681, 18690, 18703, 18712, 18721, 18729,
    18737, 18746, 18757, 18768, 18777, 18786, 18795, 18801, 18807, 18815, 18826, 18835, 18845,
    18853, 18861, 18872, 18884, 18893, 18901, 18906, 18912, 18922, 18932, 18940, 18949, 18958,
    18968, 18974, 18981, 18995, 19013, 19033, 19051, 19070, 19091, 19111, 19130, 19149, 19156,
    19172, 19181, 19190, 19197, 19207, 19221, 19230, 19239, 19248, 19257, 19266, 19275, 19285,
    19296, 19302, 19312, 19324, 19333, 19343, 19352, 19359, 19365, 19374, 19384, 19394, 19404,
    19412, 19421, 19430, 19442, 19453, 19459, 19468, 19477, 19483, 19490, 19498, 19507, 19516,
    19523, 19532, 19540, 19548, 19557, 19567, 19579, 19588, 19594, 19602, 19611, 19620, 19629,
    19639, 19648, 19659, 19665, 19672, 19678, 19688, 19700, 19709, 19717, 19725, 19735, 19744,
    19753, 19760, 19772, 19789, 19794, 19800, 19808, 19817, 19826, 19833, 19843, 19851, 19860,
    19868, 19877, 19885, 19894, 19903, 19914, 19925, 19934, 19951, 19961, 19973, 19981, 19990,
    19997, 20005, 20017, 20026, 20031, 20039, 20049, 20058, 20068, 20081, 20089, 20098, 20111,
    20120, 20133, 20142, 20152, 20164, 20178, 20187, 20197, 20209, 20223, 20230, 20240, 20250,
    20258, 20267, 20276, 20286, 20296, 20306, 20314, 20323, 20341, 20355, 20363, 20370, 20378,
    20388, 20396, 20407, 20418, 20427, 20436, 20447, 20458, 20468, 20480, 20493, 20506, 20520,
    20530, 20540, 20550, 20558, 20572, 20587, 20597, 20612, 20624, 20636, 20647, 20654, 20662,
    20668, 20675, 20681, 20688, 20694, 20701, 20708, 20716, 20726, 20737, 20745, 20756, 20767,
    20778, 20789, 20800, 20809, 20818, 20829, 20839, 20851, 20864, 20877, 20891, 20901, 20911,
    20921, 20930, 20940, 20949, 20960, 20970, 20977, 20985, 20995, 21001, 21009, 21018, 21027,
    21033, 21041, 21051, 21059, 21069, 21082, 21090, 21101, 21110, 21125, 21137, 21147, 21156,
    21166, 21173, 21181, 21189, 21196, 21204, 21214, 21226, 21236, 21244, 21252, 21259, 21269,
    21279, 21288, 21299, 21307, 21317, 21326, 21338, 21354, 21370, 21388, 21401, 21418, 21437,
    21447, 21455, 21467, 21478, 21487, 21498, 21510, 21519, 21526, 21534, 21543, 21552, 21572,
    21593, 21601, 21609, 21617, 21626, 21634, 21642, 21651, 21658, 21666, 21672, 21681, 21690,
    21699, 21709, 21717, 21725, 21734, 21743, 21752, 21761, 21771, 21783, 21793, 21802, 21810,
    21815, 21821, 21829, 21838, 21849, 21864, 21881, 21899, 21908, 21915, 21923, 21933, 21947,
    21957, 21969, 21979, 21987, 21996, 22005, 22014, 22023, 22031, 22040, 22049, 22055, 22062,
    22073, 22081, 22089, 22098, 22107, 22117, 22130, 22141, 22155, 22164, 22172, 22185, 22193,
    22202, 22213, 22232, 22252, 22271, 22291, 22302, 22321, 22341, 22347, 22356, 22363, 22373,
    22382, 22392, 22400, 22406, 22414, 22423, 22435, 22447, 22456, 22465, 22474, 22483, 22496,
    22509, 22522, 22535, 22546, 22554, 22564, 22573, 22583, 22593, 22601, 22610, 22616, 22622,
    22632, 22641, 22649, 22658, 22666, 22675, 22683, 22692, 22701, 22706, 22715, 22724, 22732,
    22740, 22749, 22758, 22768, 22778, 22787, 22796, 22805, 22815, 22825, 22834, 22842, 22852,
    22860, 22869, 22876, 22884, 22890, 22895, 22901, 22909, 22916, 22925, 22934, 22941, 22947,
    22954, 22963, 22972, 22978, 22985, 22995, 23002, 23010, 23017, 23028, 23037, 23046, 23053,
    23061,
  ]
}
