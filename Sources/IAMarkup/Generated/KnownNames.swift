// Written by Scripts/generate-markup-tables.

extension MarkupName {
  /// The name `a`.
  @inlinable public static var a: Self { Self(rawValue: 1) }
  /// The name `abbr`.
  @inlinable public static var abbr: Self { Self(rawValue: 2) }
  /// The name `acronym`.
  @inlinable public static var acronym: Self { Self(rawValue: 3) }
  /// The name `address`.
  @inlinable public static var address: Self { Self(rawValue: 4) }
  /// The name `applet`.
  @inlinable public static var applet: Self { Self(rawValue: 5) }
  /// The name `area`.
  @inlinable public static var area: Self { Self(rawValue: 6) }
  /// The name `article`.
  @inlinable public static var article: Self { Self(rawValue: 7) }
  /// The name `aside`.
  @inlinable public static var aside: Self { Self(rawValue: 8) }
  /// The name `audio`.
  @inlinable public static var audio: Self { Self(rawValue: 9) }
  /// The name `b`.
  @inlinable public static var b: Self { Self(rawValue: 10) }
  /// The name `base`.
  @inlinable public static var base: Self { Self(rawValue: 11) }
  /// The name `basefont`.
  @inlinable public static var basefont: Self { Self(rawValue: 12) }
  /// The name `bdi`.
  @inlinable public static var bdi: Self { Self(rawValue: 13) }
  /// The name `bdo`.
  @inlinable public static var bdo: Self { Self(rawValue: 14) }
  /// The name `bgsound`.
  @inlinable public static var bgsound: Self { Self(rawValue: 15) }
  /// The name `big`.
  @inlinable public static var big: Self { Self(rawValue: 16) }
  /// The name `blink`.
  @inlinable public static var blink: Self { Self(rawValue: 17) }
  /// The name `blockquote`.
  @inlinable public static var blockquote: Self { Self(rawValue: 18) }
  /// The name `body`.
  @inlinable public static var body: Self { Self(rawValue: 19) }
  /// The name `br`.
  @inlinable public static var br: Self { Self(rawValue: 20) }
  /// The name `button`.
  @inlinable public static var button: Self { Self(rawValue: 21) }
  /// The name `canvas`.
  @inlinable public static var canvas: Self { Self(rawValue: 22) }
  /// The name `caption`.
  @inlinable public static var caption: Self { Self(rawValue: 23) }
  /// The name `center`.
  @inlinable public static var center: Self { Self(rawValue: 24) }
  /// The name `cite`.
  @inlinable public static var cite: Self { Self(rawValue: 25) }
  /// The name `code`.
  @inlinable public static var code: Self { Self(rawValue: 26) }
  /// The name `col`.
  @inlinable public static var col: Self { Self(rawValue: 27) }
  /// The name `colgroup`.
  @inlinable public static var colgroup: Self { Self(rawValue: 28) }
  /// The name `data`.
  @inlinable public static var data: Self { Self(rawValue: 29) }
  /// The name `datalist`.
  @inlinable public static var datalist: Self { Self(rawValue: 30) }
  /// The name `dd`.
  @inlinable public static var dd: Self { Self(rawValue: 31) }
  /// The name `del`.
  @inlinable public static var del: Self { Self(rawValue: 32) }
  /// The name `details`.
  @inlinable public static var details: Self { Self(rawValue: 33) }
  /// The name `dfn`.
  @inlinable public static var dfn: Self { Self(rawValue: 34) }
  /// The name `dialog`.
  @inlinable public static var dialog: Self { Self(rawValue: 35) }
  /// The name `dir`.
  @inlinable public static var dir: Self { Self(rawValue: 36) }
  /// The name `div`.
  @inlinable public static var div: Self { Self(rawValue: 37) }
  /// The name `dl`.
  @inlinable public static var dl: Self { Self(rawValue: 38) }
  /// The name `dt`.
  @inlinable public static var dt: Self { Self(rawValue: 39) }
  /// The name `em`.
  @inlinable public static var em: Self { Self(rawValue: 40) }
  /// The name `embed`.
  @inlinable public static var embed: Self { Self(rawValue: 41) }
  /// The name `fieldset`.
  @inlinable public static var fieldset: Self { Self(rawValue: 42) }
  /// The name `figcaption`.
  @inlinable public static var figcaption: Self { Self(rawValue: 43) }
  /// The name `figure`.
  @inlinable public static var figure: Self { Self(rawValue: 44) }
  /// The name `font`.
  @inlinable public static var font: Self { Self(rawValue: 45) }
  /// The name `footer`.
  @inlinable public static var footer: Self { Self(rawValue: 46) }
  /// The name `form`.
  @inlinable public static var form: Self { Self(rawValue: 47) }
  /// The name `frame`.
  @inlinable public static var frame: Self { Self(rawValue: 48) }
  /// The name `frameset`.
  @inlinable public static var frameset: Self { Self(rawValue: 49) }
  /// The name `h1`.
  @inlinable public static var h1: Self { Self(rawValue: 50) }
  /// The name `h2`.
  @inlinable public static var h2: Self { Self(rawValue: 51) }
  /// The name `h3`.
  @inlinable public static var h3: Self { Self(rawValue: 52) }
  /// The name `h4`.
  @inlinable public static var h4: Self { Self(rawValue: 53) }
  /// The name `h5`.
  @inlinable public static var h5: Self { Self(rawValue: 54) }
  /// The name `h6`.
  @inlinable public static var h6: Self { Self(rawValue: 55) }
  /// The name `head`.
  @inlinable public static var head: Self { Self(rawValue: 56) }
  /// The name `header`.
  @inlinable public static var header: Self { Self(rawValue: 57) }
  /// The name `hgroup`.
  @inlinable public static var hgroup: Self { Self(rawValue: 58) }
  /// The name `hr`.
  @inlinable public static var hr: Self { Self(rawValue: 59) }
  /// The name `html`.
  @inlinable public static var html: Self { Self(rawValue: 60) }
  /// The name `i`.
  @inlinable public static var i: Self { Self(rawValue: 61) }
  /// The name `iframe`.
  @inlinable public static var iframe: Self { Self(rawValue: 62) }
  /// The name `image`.
  @inlinable public static var image: Self { Self(rawValue: 63) }
  /// The name `img`.
  @inlinable public static var img: Self { Self(rawValue: 64) }
  /// The name `input`.
  @inlinable public static var input: Self { Self(rawValue: 65) }
  /// The name `ins`.
  @inlinable public static var ins: Self { Self(rawValue: 66) }
  /// The name `isindex`.
  @inlinable public static var isindex: Self { Self(rawValue: 67) }
  /// The name `kbd`.
  @inlinable public static var kbd: Self { Self(rawValue: 68) }
  /// The name `keygen`.
  @inlinable public static var keygen: Self { Self(rawValue: 69) }
  /// The name `label`.
  @inlinable public static var label: Self { Self(rawValue: 70) }
  /// The name `legend`.
  @inlinable public static var legend: Self { Self(rawValue: 71) }
  /// The name `li`.
  @inlinable public static var li: Self { Self(rawValue: 72) }
  /// The name `link`.
  @inlinable public static var link: Self { Self(rawValue: 73) }
  /// The name `listing`.
  @inlinable public static var listing: Self { Self(rawValue: 74) }
  /// The name `main`.
  @inlinable public static var main: Self { Self(rawValue: 75) }
  /// The name `map`.
  @inlinable public static var map: Self { Self(rawValue: 76) }
  /// The name `mark`.
  @inlinable public static var mark: Self { Self(rawValue: 77) }
  /// The name `marquee`.
  @inlinable public static var marquee: Self { Self(rawValue: 78) }
  /// The name `math`.
  @inlinable public static var math: Self { Self(rawValue: 79) }
  /// The name `menu`.
  @inlinable public static var menu: Self { Self(rawValue: 80) }
  /// The name `menuitem`.
  @inlinable public static var menuitem: Self { Self(rawValue: 81) }
  /// The name `meta`.
  @inlinable public static var meta: Self { Self(rawValue: 82) }
  /// The name `meter`.
  @inlinable public static var meter: Self { Self(rawValue: 83) }
  /// The name `multicol`.
  @inlinable public static var multicol: Self { Self(rawValue: 84) }
  /// The name `nav`.
  @inlinable public static var nav: Self { Self(rawValue: 85) }
  /// The name `nextid`.
  @inlinable public static var nextid: Self { Self(rawValue: 86) }
  /// The name `nobr`.
  @inlinable public static var nobr: Self { Self(rawValue: 87) }
  /// The name `noembed`.
  @inlinable public static var noembed: Self { Self(rawValue: 88) }
  /// The name `noframes`.
  @inlinable public static var noframes: Self { Self(rawValue: 89) }
  /// The name `noscript`.
  @inlinable public static var noscript: Self { Self(rawValue: 90) }
  /// The name `object`.
  @inlinable public static var object: Self { Self(rawValue: 91) }
  /// The name `ol`.
  @inlinable public static var ol: Self { Self(rawValue: 92) }
  /// The name `optgroup`.
  @inlinable public static var optgroup: Self { Self(rawValue: 93) }
  /// The name `option`.
  @inlinable public static var option: Self { Self(rawValue: 94) }
  /// The name `output`.
  @inlinable public static var output: Self { Self(rawValue: 95) }
  /// The name `p`.
  @inlinable public static var p: Self { Self(rawValue: 96) }
  /// The name `param`.
  @inlinable public static var param: Self { Self(rawValue: 97) }
  /// The name `picture`.
  @inlinable public static var picture: Self { Self(rawValue: 98) }
  /// The name `plaintext`.
  @inlinable public static var plaintext: Self { Self(rawValue: 99) }
  /// The name `pre`.
  @inlinable public static var pre: Self { Self(rawValue: 100) }
  /// The name `progress`.
  @inlinable public static var progress: Self { Self(rawValue: 101) }
  /// The name `q`.
  @inlinable public static var q: Self { Self(rawValue: 102) }
  /// The name `rb`.
  @inlinable public static var rb: Self { Self(rawValue: 103) }
  /// The name `rp`.
  @inlinable public static var rp: Self { Self(rawValue: 104) }
  /// The name `rt`.
  @inlinable public static var rt: Self { Self(rawValue: 105) }
  /// The name `rtc`.
  @inlinable public static var rtc: Self { Self(rawValue: 106) }
  /// The name `ruby`.
  @inlinable public static var ruby: Self { Self(rawValue: 107) }
  /// The name `s`.
  @inlinable public static var s: Self { Self(rawValue: 108) }
  /// The name `samp`.
  @inlinable public static var samp: Self { Self(rawValue: 109) }
  /// The name `script`.
  @inlinable public static var script: Self { Self(rawValue: 110) }
  /// The name `search`.
  @inlinable public static var search: Self { Self(rawValue: 111) }
  /// The name `section`.
  @inlinable public static var section: Self { Self(rawValue: 112) }
  /// The name `select`.
  @inlinable public static var select: Self { Self(rawValue: 113) }
  /// The name `selectedcontent`.
  @inlinable public static var selectedcontent: Self { Self(rawValue: 114) }
  /// The name `slot`.
  @inlinable public static var slot: Self { Self(rawValue: 115) }
  /// The name `small`.
  @inlinable public static var small: Self { Self(rawValue: 116) }
  /// The name `source`.
  @inlinable public static var source: Self { Self(rawValue: 117) }
  /// The name `spacer`.
  @inlinable public static var spacer: Self { Self(rawValue: 118) }
  /// The name `span`.
  @inlinable public static var span: Self { Self(rawValue: 119) }
  /// The name `strike`.
  @inlinable public static var strike: Self { Self(rawValue: 120) }
  /// The name `strong`.
  @inlinable public static var strong: Self { Self(rawValue: 121) }
  /// The name `style`.
  @inlinable public static var style: Self { Self(rawValue: 122) }
  /// The name `sub`.
  @inlinable public static var sub: Self { Self(rawValue: 123) }
  /// The name `summary`.
  @inlinable public static var summary: Self { Self(rawValue: 124) }
  /// The name `sup`.
  @inlinable public static var sup: Self { Self(rawValue: 125) }
  /// The name `svg`.
  @inlinable public static var svg: Self { Self(rawValue: 126) }
  /// The name `table`.
  @inlinable public static var table: Self { Self(rawValue: 127) }
  /// The name `tbody`.
  @inlinable public static var tbody: Self { Self(rawValue: 128) }
  /// The name `td`.
  @inlinable public static var td: Self { Self(rawValue: 129) }
  /// The name `template`.
  @inlinable public static var template: Self { Self(rawValue: 130) }
  /// The name `textarea`.
  @inlinable public static var textarea: Self { Self(rawValue: 131) }
  /// The name `tfoot`.
  @inlinable public static var tfoot: Self { Self(rawValue: 132) }
  /// The name `th`.
  @inlinable public static var th: Self { Self(rawValue: 133) }
  /// The name `thead`.
  @inlinable public static var thead: Self { Self(rawValue: 134) }
  /// The name `time`.
  @inlinable public static var time: Self { Self(rawValue: 135) }
  /// The name `title`.
  @inlinable public static var title: Self { Self(rawValue: 136) }
  /// The name `tr`.
  @inlinable public static var tr: Self { Self(rawValue: 137) }
  /// The name `track`.
  @inlinable public static var track: Self { Self(rawValue: 138) }
  /// The name `tt`.
  @inlinable public static var tt: Self { Self(rawValue: 139) }
  /// The name `u`.
  @inlinable public static var u: Self { Self(rawValue: 140) }
  /// The name `ul`.
  @inlinable public static var ul: Self { Self(rawValue: 141) }
  /// The name `var`.
  @inlinable public static var `var`: Self { Self(rawValue: 142) }
  /// The name `video`.
  @inlinable public static var video: Self { Self(rawValue: 143) }
  /// The name `wbr`.
  @inlinable public static var wbr: Self { Self(rawValue: 144) }
  /// The name `xmp`.
  @inlinable public static var xmp: Self { Self(rawValue: 145) }
  /// The name `mi`.
  @inlinable public static var mi: Self { Self(rawValue: 146) }
  /// The name `mo`.
  @inlinable public static var mo: Self { Self(rawValue: 147) }
  /// The name `mn`.
  @inlinable public static var mn: Self { Self(rawValue: 148) }
  /// The name `ms`.
  @inlinable public static var ms: Self { Self(rawValue: 149) }
  /// The name `mtext`.
  @inlinable public static var mtext: Self { Self(rawValue: 150) }
  /// The name `annotation-xml`.
  @inlinable public static var annotationXml: Self { Self(rawValue: 151) }
  /// The name `mglyph`.
  @inlinable public static var mglyph: Self { Self(rawValue: 152) }
  /// The name `malignmark`.
  @inlinable public static var malignmark: Self { Self(rawValue: 153) }
  /// The name `desc`.
  @inlinable public static var desc: Self { Self(rawValue: 154) }
  /// The name `foreignObject`.
  @inlinable public static var foreignObject: Self { Self(rawValue: 155) }
  /// The name `path`.
  @inlinable public static var path: Self { Self(rawValue: 156) }
  /// The name `g`.
  @inlinable public static var g: Self { Self(rawValue: 157) }
  /// The name `align`.
  @inlinable public static var align: Self { Self(rawValue: 160) }
  /// The name `alt`.
  @inlinable public static var alt: Self { Self(rawValue: 161) }
  /// The name `bgcolor`.
  @inlinable public static var bgcolor: Self { Self(rawValue: 162) }
  /// The name `border`.
  @inlinable public static var border: Self { Self(rawValue: 163) }
  /// The name `checked`.
  @inlinable public static var checked: Self { Self(rawValue: 169) }
  /// The name `class`.
  @inlinable public static var `class`: Self { Self(rawValue: 170) }
  /// The name `clear`.
  @inlinable public static var clear: Self { Self(rawValue: 171) }
  /// The name `color`.
  @inlinable public static var color: Self { Self(rawValue: 172) }
  /// The name `colspan`.
  @inlinable public static var colspan: Self { Self(rawValue: 174) }
  /// The name `content`.
  @inlinable public static var content: Self { Self(rawValue: 175) }
  /// The name `data-author`.
  @inlinable public static var dataAuthor: Self { Self(rawValue: 177) }
  /// The name `data-column`.
  @inlinable public static var dataColumn: Self { Self(rawValue: 178) }
  /// The name `data-date`.
  @inlinable public static var dataDate: Self { Self(rawValue: 179) }
  /// The name `data-ia`.
  @inlinable public static var dataIa: Self { Self(rawValue: 180) }
  /// The name `data-label`.
  @inlinable public static var dataLabel: Self { Self(rawValue: 181) }
  /// The name `data-ordinal`.
  @inlinable public static var dataOrdinal: Self { Self(rawValue: 182) }
  /// The name `data-pages`.
  @inlinable public static var dataPages: Self { Self(rawValue: 183) }
  /// The name `datetime`.
  @inlinable public static var datetime: Self { Self(rawValue: 184) }
  /// The name `definitionurl`.
  @inlinable public static var definitionurl: Self { Self(rawValue: 185) }
  /// The name `definitionURL`.
  @inlinable public static var definitionURLInMathML: Self { Self(rawValue: 232) }
  /// The name `disabled`.
  @inlinable public static var disabled: Self { Self(rawValue: 186) }
  /// The name `encoding`.
  @inlinable public static var encoding: Self { Self(rawValue: 187) }
  /// The name `face`.
  @inlinable public static var face: Self { Self(rawValue: 188) }
  /// The name `height`.
  @inlinable public static var height: Self { Self(rawValue: 190) }
  /// The name `hidden`.
  @inlinable public static var hidden: Self { Self(rawValue: 191) }
  /// The name `href`.
  @inlinable public static var href: Self { Self(rawValue: 192) }
  /// The name `http-equiv`.
  @inlinable public static var httpEquiv: Self { Self(rawValue: 195) }
  /// The name `id`.
  @inlinable public static var id: Self { Self(rawValue: 196) }
  /// The name `lang`.
  @inlinable public static var lang: Self { Self(rawValue: 197) }
  /// The name `multiple`.
  @inlinable public static var multiple: Self { Self(rawValue: 203) }
  /// The name `name`.
  @inlinable public static var name: Self { Self(rawValue: 204) }
  /// The name `popover`.
  @inlinable public static var popover: Self { Self(rawValue: 233) }
  /// The name `property`.
  @inlinable public static var property: Self { Self(rawValue: 208) }
  /// The name `role`.
  @inlinable public static var role: Self { Self(rawValue: 211) }
  /// The name `rowspan`.
  @inlinable public static var rowspan: Self { Self(rawValue: 213) }
  /// The name `selected`.
  @inlinable public static var selected: Self { Self(rawValue: 216) }
  /// The name `size`.
  @inlinable public static var size: Self { Self(rawValue: 218) }
  /// The name `src`.
  @inlinable public static var src: Self { Self(rawValue: 219) }
  /// The name `srcset`.
  @inlinable public static var srcset: Self { Self(rawValue: 220) }
  /// The name `start`.
  @inlinable public static var start: Self { Self(rawValue: 221) }
  /// The name `text`.
  @inlinable public static var text: Self { Self(rawValue: 224) }
  /// The name `type`.
  @inlinable public static var type: Self { Self(rawValue: 225) }
  /// The name `value`.
  @inlinable public static var value: Self { Self(rawValue: 228) }
  /// The name `width`.
  @inlinable public static var width: Self { Self(rawValue: 230) }
  /// The name `xml`.
  @inlinable public static var xml: Self { Self(rawValue: 234) }
}

/// The names that have a number in every page.
enum KnownNames {
  /// The number of known names, including the empty one, which is number 0.
  static let count = 437

  /// The factors of the hash of a name's three words.
  static let factors: (UInt64, UInt64, UInt64) = (
    0x9E3779B97F4A7C15,
    0xC2B2AE3D27D4EB4F,
    0x165667B19E3779F9
  )
  /// The last factor of the hash.
  static let finalFactor: UInt64 = 0xD6E8FEB86659FD93
  /// The number of high bits of the hash that select a slot.
  static let slotBits: UInt64 = 11

  /// All names, concatenated.
  static let text: StaticString =
    """
    aabbracronymaddressappletareaarticleasideaudiobbasebasefontbdibdobgsoundbigblinkbloc\
    kquotebodybrbuttoncanvascaptioncentercitecodecolcolgroupdatadatalistdddeldetailsdfnd\
    ialogdirdivdldtemembedfieldsetfigcaptionfigurefontfooterformframeframeseth1h2h3h4h5h\
    6headheaderhgrouphrhtmliiframeimageimginputinsisindexkbdkeygenlabellegendlilinklisti\
    ngmainmapmarkmarqueemathmenumenuitemmetametermulticolnavnextidnobrnoembednoframesnos\
    criptobjectoloptgroupoptionoutputpparampictureplaintextpreprogressqrbrprtrtcrubyssam\
    pscriptsearchsectionselectselectedcontentslotsmallsourcespacerspanstrikestrongstyles\
    ubsummarysupsvgtabletbodytdtemplatetextareatfootththeadtimetitletrtrackttuulvarvideo\
    wbrxmpmimomnmsmtextannotation-xmlmglyphmalignmarkdescforeignObjectpathgacceptactiona\
    lignaltbgcolorbordercellpaddingcellspacingcharcharoffcharsetcheckedclassclearcolorco\
    lscolspancontentcoordsdata-authordata-columndata-datedata-iadata-labeldata-ordinalda\
    ta-pagesdatetimedefinitionurldisabledencodingfaceheadersheighthiddenhrefhreflanghspa\
    cehttp-equividlanglanguagelongdescmaxlengthmediamethodmultiplenamenowraponclickonloa\
    dpropertyrelrevrolerowsrowspanrulesscopeselectedshapesizesrcsrcsetstarttabindextarge\
    ttexttypeusemapvalignvaluevspacewidthxmlnsdefinitionURLpopoverxmlaltGlyphaltGlyphDef\
    altGlyphItemanimateColoranimateMotionanimateTransformclipPathfeBlendfeColorMatrixfeC\
    omponentTransferfeCompositefeConvolveMatrixfeDiffuseLightingfeDisplacementMapfeDista\
    ntLightfeDropShadowfeFloodfeFuncAfeFuncBfeFuncGfeFuncRfeGaussianBlurfeImagefeMergefe\
    MergeNodefeMorphologyfeOffsetfePointLightfeSpecularLightingfeSpotLightfeTilefeTurbul\
    enceglyphReflinearGradientradialGradienttextPathattributeNameattributeTypebaseFreque\
    ncybaseProfilecalcModeclipPathUnitsdiffuseConstantedgeModefilterUnitsgradientTransfo\
    rmgradientUnitskernelMatrixkernelUnitLengthkeyPointskeySplineskeyTimeslengthAdjustli\
    mitingConeAnglemarkerHeightmarkerUnitsmarkerWidthmaskContentUnitsmaskUnitsnumOctaves\
    pathLengthpatternContentUnitspatternTransformpatternUnitspointsAtXpointsAtYpointsAtZ\
    preserveAlphapreserveAspectRatioprimitiveUnitsrefXrefYrepeatCountrepeatDurrequiredEx\
    tensionsrequiredFeaturesspecularConstantspecularExponentspreadMethodstartOffsetstdDe\
    viationstitchTilessurfaceScalesystemLanguagetableValuestargetXtargetYtextLengthviewB\
    oxviewTargetxChannelSelectoryChannelSelectorzoomAndPanaltglyphaltglyphdefaltglyphite\
    manimatecoloranimatemotionanimatetransformclippathfeblendfecolormatrixfecomponenttra\
    nsferfecompositefeconvolvematrixfediffuselightingfedisplacementmapfedistantlightfedr\
    opshadowfefloodfefuncafefuncbfefuncgfefuncrfegaussianblurfeimagefemergefemergenodefe\
    morphologyfeoffsetfepointlightfespecularlightingfespotlightfetilefeturbulenceforeign\
    objectglyphreflineargradientradialgradienttextpathattributenameattributetypebasefreq\
    uencybaseprofilecalcmodeclippathunitsdiffuseconstantedgemodefilterunitsgradienttrans\
    formgradientunitskernelmatrixkernelunitlengthkeypointskeysplineskeytimeslengthadjust\
    limitingconeanglemarkerheightmarkerunitsmarkerwidthmaskcontentunitsmaskunitsnumoctav\
    espathlengthpatterncontentunitspatterntransformpatternunitspointsatxpointsatypointsa\
    tzpreservealphapreserveaspectratioprimitiveunitsrefxrefyrepeatcountrepeatdurrequired\
    extensionsrequiredfeaturesspecularconstantspecularexponentspreadmethodstartoffsetstd\
    deviationstitchtilessurfacescalesystemlanguagetablevaluestargetxtargetytextlengthvie\
    wboxviewtargetxchannelselectorychannelselectorzoomandpanxlink:actuatexlink:arcrolexl\
    ink:hrefxlink:rolexlink:showxlink:titlexlink:typexml:langxml:spacexmlns:xlinkxlinkac\
    tuatearcroleshowspace
    """

  /// The offset of each name in `text`, and the end of the last.
  static let starts: [UInt16] = [
    0, 0, 1, 5, 12, 19, 25, 29, 36, 41, 46, 47, 51, 59, 62, 65, 72, 75, 80, 90, 94, 96, 102, 108,
    115, 121, 125, 129, 132, 140, 144, 152, 154, 157, 164, 167, 173, 176, 179, 181, 183, 185, 190,
    198, 208, 214, 218, 224, 228, 233, 241, 243, 245, 247, 249, 251, 253, 257, 263, 269, 271, 275,
    276, 282, 287, 290, 295, 298, 305, 308, 314, 319, 325, 327, 331, 338, 342, 345, 349, 356, 360,
    364, 372, 376, 381, 389, 392, 398, 402, 409, 417, 425, 431, 433, 441, 447, 453, 454, 459, 466,
    475, 478, 486, 487, 489, 491, 493, 496, 500, 501, 505, 511, 517, 524, 530, 545, 549, 554, 560,
    566, 570, 576, 582, 587, 590, 597, 600, 603, 608, 613, 615, 623, 631, 636, 638, 643, 647, 652,
    654, 659, 661, 662, 664, 667, 672, 675, 678, 680, 682, 684, 686, 691, 705, 711, 721, 725, 738,
    742, 743, 749, 755, 760, 763, 770, 776, 787, 798, 802, 809, 816, 823, 828, 833, 838, 842, 849,
    856, 862, 873, 884, 893, 900, 910, 922, 932, 940, 953, 961, 969, 973, 980, 986, 992, 996, 1004,
    1010, 1020, 1022, 1026, 1034, 1042, 1051, 1056, 1062, 1070, 1074, 1080, 1087, 1093, 1101, 1104,
    1107, 1111, 1115, 1122, 1127, 1132, 1140, 1145, 1149, 1152, 1158, 1163, 1171, 1177, 1181, 1185,
    1191, 1197, 1202, 1208, 1213, 1218, 1231, 1238, 1241, 1249, 1260, 1272, 1284, 1297, 1313, 1321,
    1328, 1341, 1360, 1371, 1387, 1404, 1421, 1435, 1447, 1454, 1461, 1468, 1475, 1482, 1496, 1503,
    1510, 1521, 1533, 1541, 1553, 1571, 1582, 1588, 1600, 1608, 1622, 1636, 1644, 1657, 1670, 1683,
    1694, 1702, 1715, 1730, 1738, 1749, 1766, 1779, 1791, 1807, 1816, 1826, 1834, 1846, 1863, 1875,
    1886, 1897, 1913, 1922, 1932, 1942, 1961, 1977, 1989, 1998, 2007, 2016, 2029, 2048, 2062, 2066,
    2070, 2081, 2090, 2108, 2124, 2140, 2156, 2168, 2179, 2191, 2202, 2214, 2228, 2239, 2246, 2253,
    2263, 2270, 2280, 2296, 2312, 2322, 2330, 2341, 2353, 2365, 2378, 2394, 2402, 2409, 2422, 2441,
    2452, 2468, 2485, 2502, 2516, 2528, 2535, 2542, 2549, 2556, 2563, 2577, 2584, 2591, 2602, 2614,
    2622, 2634, 2652, 2663, 2669, 2681, 2694, 2702, 2716, 2730, 2738, 2751, 2764, 2777, 2788, 2796,
    2809, 2824, 2832, 2843, 2860, 2873, 2885, 2901, 2910, 2920, 2928, 2940, 2957, 2969, 2980, 2991,
    3007, 3016, 3026, 3036, 3055, 3071, 3083, 3092, 3101, 3110, 3123, 3142, 3156, 3160, 3164, 3175,
    3184, 3202, 3218, 3234, 3250, 3262, 3273, 3285, 3296, 3308, 3322, 3333, 3340, 3347, 3357, 3364,
    3374, 3390, 3406, 3416, 3429, 3442, 3452, 3462, 3472, 3483, 3493, 3501, 3510, 3521, 3526, 3533,
    3540, 3544, 3549,
  ]

  /// The bytes of each name as three little-endian words.
  static let words: [UInt64] = [
    0x0, 0x0, 0x0, 0x61, 0x0, 0x0, 0x72626261, 0x0, 0x0, 0x6D796E6F726361, 0x0, 0x0,
    0x73736572646461, 0x0, 0x0, 0x74656C707061, 0x0, 0x0, 0x61657261, 0x0, 0x0, 0x656C6369747261,
    0x0, 0x0, 0x6564697361, 0x0, 0x0, 0x6F69647561, 0x0, 0x0, 0x62, 0x0, 0x0, 0x65736162, 0x0, 0x0,
    0x746E6F6665736162, 0x0, 0x0, 0x696462, 0x0, 0x0, 0x6F6462, 0x0, 0x0, 0x646E756F736762, 0x0,
    0x0, 0x676962, 0x0, 0x0, 0x6B6E696C62, 0x0, 0x0, 0x6F75716B636F6C62, 0x6574, 0x0, 0x79646F62,
    0x0, 0x0, 0x7262, 0x0, 0x0, 0x6E6F74747562, 0x0, 0x0, 0x7361766E6163, 0x0, 0x0,
    0x6E6F6974706163, 0x0, 0x0, 0x7265746E6563, 0x0, 0x0, 0x65746963, 0x0, 0x0, 0x65646F63, 0x0,
    0x0, 0x6C6F63, 0x0, 0x0, 0x70756F72676C6F63, 0x0, 0x0, 0x61746164, 0x0, 0x0,
    0x7473696C61746164, 0x0, 0x0, 0x6464, 0x0, 0x0, 0x6C6564, 0x0, 0x0, 0x736C6961746564, 0x0, 0x0,
    0x6E6664, 0x0, 0x0, 0x676F6C616964, 0x0, 0x0, 0x726964, 0x0, 0x0, 0x766964, 0x0, 0x0, 0x6C64,
    0x0, 0x0, 0x7464, 0x0, 0x0, 0x6D65, 0x0, 0x0, 0x6465626D65, 0x0, 0x0, 0x746573646C656966, 0x0,
    0x0, 0x6974706163676966, 0x6E6F, 0x0, 0x657275676966, 0x0, 0x0, 0x746E6F66, 0x0, 0x0,
    0x7265746F6F66, 0x0, 0x0, 0x6D726F66, 0x0, 0x0, 0x656D617266, 0x0, 0x0, 0x746573656D617266,
    0x0, 0x0, 0x3168, 0x0, 0x0, 0x3268, 0x0, 0x0, 0x3368, 0x0, 0x0, 0x3468, 0x0, 0x0, 0x3568, 0x0,
    0x0, 0x3668, 0x0, 0x0, 0x64616568, 0x0, 0x0, 0x726564616568, 0x0, 0x0, 0x70756F726768, 0x0,
    0x0, 0x7268, 0x0, 0x0, 0x6C6D7468, 0x0, 0x0, 0x69, 0x0, 0x0, 0x656D61726669, 0x0, 0x0,
    0x6567616D69, 0x0, 0x0, 0x676D69, 0x0, 0x0, 0x7475706E69, 0x0, 0x0, 0x736E69, 0x0, 0x0,
    0x7865646E697369, 0x0, 0x0, 0x64626B, 0x0, 0x0, 0x6E656779656B, 0x0, 0x0, 0x6C6562616C, 0x0,
    0x0, 0x646E6567656C, 0x0, 0x0, 0x696C, 0x0, 0x0, 0x6B6E696C, 0x0, 0x0, 0x676E697473696C, 0x0,
    0x0, 0x6E69616D, 0x0, 0x0, 0x70616D, 0x0, 0x0, 0x6B72616D, 0x0, 0x0, 0x6565757172616D, 0x0,
    0x0, 0x6874616D, 0x0, 0x0, 0x756E656D, 0x0, 0x0, 0x6D657469756E656D, 0x0, 0x0, 0x6174656D, 0x0,
    0x0, 0x726574656D, 0x0, 0x0, 0x6C6F6369746C756D, 0x0, 0x0, 0x76616E, 0x0, 0x0, 0x64697478656E,
    0x0, 0x0, 0x72626F6E, 0x0, 0x0, 0x6465626D656F6E, 0x0, 0x0, 0x73656D6172666F6E, 0x0, 0x0,
    0x7470697263736F6E, 0x0, 0x0, 0x7463656A626F, 0x0, 0x0, 0x6C6F, 0x0, 0x0, 0x70756F726774706F,
    0x0, 0x0, 0x6E6F6974706F, 0x0, 0x0, 0x74757074756F, 0x0, 0x0, 0x70, 0x0, 0x0, 0x6D61726170,
    0x0, 0x0, 0x65727574636970, 0x0, 0x0, 0x7865746E69616C70, 0x74, 0x0, 0x657270, 0x0, 0x0,
    0x73736572676F7270, 0x0, 0x0, 0x71, 0x0, 0x0, 0x6272, 0x0, 0x0, 0x7072, 0x0, 0x0, 0x7472, 0x0,
    0x0, 0x637472, 0x0, 0x0, 0x79627572, 0x0, 0x0, 0x73, 0x0, 0x0, 0x706D6173, 0x0, 0x0,
    0x747069726373, 0x0, 0x0, 0x686372616573, 0x0, 0x0, 0x6E6F6974636573, 0x0, 0x0, 0x7463656C6573,
    0x0, 0x0, 0x64657463656C6573, 0x746E65746E6F63, 0x0, 0x746F6C73, 0x0, 0x0, 0x6C6C616D73, 0x0,
    0x0, 0x656372756F73, 0x0, 0x0, 0x726563617073, 0x0, 0x0, 0x6E617073, 0x0, 0x0, 0x656B69727473,
    0x0, 0x0, 0x676E6F727473, 0x0, 0x0, 0x656C797473, 0x0, 0x0, 0x627573, 0x0, 0x0,
    0x7972616D6D7573, 0x0, 0x0, 0x707573, 0x0, 0x0, 0x677673, 0x0, 0x0, 0x656C626174, 0x0, 0x0,
    0x79646F6274, 0x0, 0x0, 0x6474, 0x0, 0x0, 0x6574616C706D6574, 0x0, 0x0, 0x6165726174786574,
    0x0, 0x0, 0x746F6F6674, 0x0, 0x0, 0x6874, 0x0, 0x0, 0x6461656874, 0x0, 0x0, 0x656D6974, 0x0,
    0x0, 0x656C746974, 0x0, 0x0, 0x7274, 0x0, 0x0, 0x6B63617274, 0x0, 0x0, 0x7474, 0x0, 0x0, 0x75,
    0x0, 0x0, 0x6C75, 0x0, 0x0, 0x726176, 0x0, 0x0, 0x6F65646976, 0x0, 0x0, 0x726277, 0x0, 0x0,
    0x706D78, 0x0, 0x0, 0x696D, 0x0, 0x0, 0x6F6D, 0x0, 0x0, 0x6E6D, 0x0, 0x0, 0x736D, 0x0, 0x0,
    0x747865746D, 0x0, 0x0, 0x697461746F6E6E61, 0x6C6D782D6E6F, 0x0, 0x6870796C676D, 0x0, 0x0,
    0x616D6E67696C616D, 0x6B72, 0x0, 0x63736564, 0x0, 0x0, 0x4F6E676965726F66, 0x7463656A62, 0x0,
    0x68746170, 0x0, 0x0, 0x67, 0x0, 0x0, 0x747065636361, 0x0, 0x0, 0x6E6F69746361, 0x0, 0x0,
    0x6E67696C61, 0x0, 0x0, 0x746C61, 0x0, 0x0, 0x726F6C6F636762, 0x0, 0x0, 0x726564726F62, 0x0,
    0x0, 0x646461706C6C6563, 0x676E69, 0x0, 0x636170736C6C6563, 0x676E69, 0x0, 0x72616863, 0x0,
    0x0, 0x66666F72616863, 0x0, 0x0, 0x74657372616863, 0x0, 0x0, 0x64656B63656863, 0x0, 0x0,
    0x7373616C63, 0x0, 0x0, 0x7261656C63, 0x0, 0x0, 0x726F6C6F63, 0x0, 0x0, 0x736C6F63, 0x0, 0x0,
    0x6E6170736C6F63, 0x0, 0x0, 0x746E65746E6F63, 0x0, 0x0, 0x7364726F6F63, 0x0, 0x0,
    0x7475612D61746164, 0x726F68, 0x0, 0x6C6F632D61746164, 0x6E6D75, 0x0, 0x7461642D61746164, 0x65,
    0x0, 0x61692D61746164, 0x0, 0x0, 0x62616C2D61746164, 0x6C65, 0x0, 0x64726F2D61746164,
    0x6C616E69, 0x0, 0x6761702D61746164, 0x7365, 0x0, 0x656D697465746164, 0x0, 0x0,
    0x6974696E69666564, 0x6C72756E6F, 0x0, 0x64656C6261736964, 0x0, 0x0, 0x676E69646F636E65, 0x0,
    0x0, 0x65636166, 0x0, 0x0, 0x73726564616568, 0x0, 0x0, 0x746867696568, 0x0, 0x0,
    0x6E6564646968, 0x0, 0x0, 0x66657268, 0x0, 0x0, 0x676E616C66657268, 0x0, 0x0, 0x656361707368,
    0x0, 0x0, 0x7571652D70747468, 0x7669, 0x0, 0x6469, 0x0, 0x0, 0x676E616C, 0x0, 0x0,
    0x65676175676E616C, 0x0, 0x0, 0x63736564676E6F6C, 0x0, 0x0, 0x74676E656C78616D, 0x68, 0x0,
    0x616964656D, 0x0, 0x0, 0x646F6874656D, 0x0, 0x0, 0x656C7069746C756D, 0x0, 0x0, 0x656D616E,
    0x0, 0x0, 0x706172776F6E, 0x0, 0x0, 0x6B63696C636E6F, 0x0, 0x0, 0x64616F6C6E6F, 0x0, 0x0,
    0x79747265706F7270, 0x0, 0x0, 0x6C6572, 0x0, 0x0, 0x766572, 0x0, 0x0, 0x656C6F72, 0x0, 0x0,
    0x73776F72, 0x0, 0x0, 0x6E617073776F72, 0x0, 0x0, 0x73656C7572, 0x0, 0x0, 0x65706F6373, 0x0,
    0x0, 0x64657463656C6573, 0x0, 0x0, 0x6570616873, 0x0, 0x0, 0x657A6973, 0x0, 0x0, 0x637273, 0x0,
    0x0, 0x746573637273, 0x0, 0x0, 0x7472617473, 0x0, 0x0, 0x7865646E69626174, 0x0, 0x0,
    0x746567726174, 0x0, 0x0, 0x74786574, 0x0, 0x0, 0x65707974, 0x0, 0x0, 0x70616D657375, 0x0, 0x0,
    0x6E67696C6176, 0x0, 0x0, 0x65756C6176, 0x0, 0x0, 0x656361707376, 0x0, 0x0, 0x6874646977, 0x0,
    0x0, 0x736E6C6D78, 0x0, 0x0, 0x6974696E69666564, 0x4C52556E6F, 0x0, 0x7265766F706F70, 0x0, 0x0,
    0x6C6D78, 0x0, 0x0, 0x6870796C47746C61, 0x0, 0x0, 0x6870796C47746C61, 0x666544, 0x0,
    0x6870796C47746C61, 0x6D657449, 0x0, 0x436574616D696E61, 0x726F6C6F, 0x0, 0x4D6574616D696E61,
    0x6E6F69746F, 0x0, 0x546574616D696E61, 0x6D726F66736E6172, 0x0, 0x6874615070696C63, 0x0, 0x0,
    0x646E656C426566, 0x0, 0x0, 0x4D726F6C6F436566, 0x7869727461, 0x0, 0x6E6F706D6F436566,
    0x736E617254746E65, 0x726566, 0x736F706D6F436566, 0x657469, 0x0, 0x6C6F766E6F436566,
    0x78697274614D6576, 0x0, 0x7375666669446566, 0x6E69746867694C65, 0x67, 0x616C707369446566,
    0x614D746E656D6563, 0x70, 0x6E61747369446566, 0x746867694C74, 0x0, 0x6853706F72446566,
    0x776F6461, 0x0, 0x646F6F6C466566, 0x0, 0x0, 0x41636E75466566, 0x0, 0x0, 0x42636E75466566, 0x0,
    0x0, 0x47636E75466566, 0x0, 0x0, 0x52636E75466566, 0x0, 0x0, 0x6973737561476566,
    0x72756C426E61, 0x0, 0x6567616D496566, 0x0, 0x0, 0x656772654D6566, 0x0, 0x0,
    0x4E656772654D6566, 0x65646F, 0x0, 0x6F6870726F4D6566, 0x79676F6C, 0x0, 0x74657366664F6566,
    0x0, 0x0, 0x4C746E696F506566, 0x74686769, 0x0, 0x6C75636570536566, 0x69746867694C7261, 0x676E,
    0x694C746F70536566, 0x746867, 0x0, 0x656C69546566, 0x0, 0x0, 0x6C75627275546566, 0x65636E65,
    0x0, 0x6665526870796C67, 0x0, 0x0, 0x72477261656E696C, 0x746E65696461, 0x0, 0x72476C6169646172,
    0x746E65696461, 0x0, 0x6874615074786574, 0x0, 0x0, 0x7475626972747461, 0x656D614E65, 0x0,
    0x7475626972747461, 0x6570795465, 0x0, 0x7165724665736162, 0x79636E6575, 0x0,
    0x666F725065736162, 0x656C69, 0x0, 0x65646F4D636C6163, 0x0, 0x0, 0x6874615070696C63,
    0x7374696E55, 0x0, 0x4365737566666964, 0x746E6174736E6F, 0x0, 0x65646F4D65676465, 0x0, 0x0,
    0x6E557265746C6966, 0x737469, 0x0, 0x746E656964617267, 0x726F66736E617254, 0x6D,
    0x746E656964617267, 0x7374696E55, 0x0, 0x614D6C656E72656B, 0x78697274, 0x0, 0x6E556C656E72656B,
    0x6874676E654C7469, 0x0, 0x746E696F5079656B, 0x73, 0x0, 0x6E696C705379656B, 0x7365, 0x0,
    0x73656D695479656B, 0x0, 0x0, 0x64416874676E656C, 0x7473756A, 0x0, 0x676E6974696D696C,
    0x6C676E41656E6F43, 0x65, 0x654872656B72616D, 0x74686769, 0x0, 0x6E5572656B72616D, 0x737469,
    0x0, 0x695772656B72616D, 0x687464, 0x0, 0x746E6F436B73616D, 0x7374696E55746E65, 0x0,
    0x74696E556B73616D, 0x73, 0x0, 0x766174634F6D756E, 0x7365, 0x0, 0x676E654C68746170, 0x6874,
    0x0, 0x436E726574746170, 0x6E55746E65746E6F, 0x737469, 0x546E726574746170, 0x6D726F66736E6172,
    0x0, 0x556E726574746170, 0x7374696E, 0x0, 0x744173746E696F70, 0x58, 0x0, 0x744173746E696F70,
    0x59, 0x0, 0x744173746E696F70, 0x5A, 0x0, 0x6576726573657270, 0x6168706C41, 0x0,
    0x6576726573657270, 0x6152746365707341, 0x6F6974, 0x766974696D697270, 0x7374696E5565, 0x0,
    0x58666572, 0x0, 0x0, 0x59666572, 0x0, 0x0, 0x6F43746165706572, 0x746E75, 0x0,
    0x7544746165706572, 0x72, 0x0, 0x6465726975716572, 0x6F69736E65747845, 0x736E,
    0x6465726975716572, 0x7365727574616546, 0x0, 0x72616C7563657073, 0x746E6174736E6F43, 0x0,
    0x72616C7563657073, 0x746E656E6F707845, 0x0, 0x654D646165727073, 0x646F6874, 0x0,
    0x66664F7472617473, 0x746573, 0x0, 0x6169766544647473, 0x6E6F6974, 0x0, 0x6954686374697473,
    0x73656C, 0x0, 0x5365636166727573, 0x656C6163, 0x0, 0x614C6D6574737973, 0x65676175676E, 0x0,
    0x6C6156656C626174, 0x736575, 0x0, 0x58746567726174, 0x0, 0x0, 0x59746567726174, 0x0, 0x0,
    0x676E654C74786574, 0x6874, 0x0, 0x786F4277656976, 0x0, 0x0, 0x6772615477656976, 0x7465, 0x0,
    0x6C656E6E61684378, 0x726F7463656C6553, 0x0, 0x6C656E6E61684379, 0x726F7463656C6553, 0x0,
    0x50646E416D6F6F7A, 0x6E61, 0x0, 0x6870796C67746C61, 0x0, 0x0, 0x6870796C67746C61, 0x666564,
    0x0, 0x6870796C67746C61, 0x6D657469, 0x0, 0x636574616D696E61, 0x726F6C6F, 0x0,
    0x6D6574616D696E61, 0x6E6F69746F, 0x0, 0x746574616D696E61, 0x6D726F66736E6172, 0x0,
    0x6874617070696C63, 0x0, 0x0, 0x646E656C626566, 0x0, 0x0, 0x6D726F6C6F636566, 0x7869727461,
    0x0, 0x6E6F706D6F636566, 0x736E617274746E65, 0x726566, 0x736F706D6F636566, 0x657469, 0x0,
    0x6C6F766E6F636566, 0x78697274616D6576, 0x0, 0x7375666669646566, 0x6E69746867696C65, 0x67,
    0x616C707369646566, 0x616D746E656D6563, 0x70, 0x6E61747369646566, 0x746867696C74, 0x0,
    0x6873706F72646566, 0x776F6461, 0x0, 0x646F6F6C666566, 0x0, 0x0, 0x61636E75666566, 0x0, 0x0,
    0x62636E75666566, 0x0, 0x0, 0x67636E75666566, 0x0, 0x0, 0x72636E75666566, 0x0, 0x0,
    0x6973737561676566, 0x72756C626E61, 0x0, 0x6567616D696566, 0x0, 0x0, 0x656772656D6566, 0x0,
    0x0, 0x6E656772656D6566, 0x65646F, 0x0, 0x6F6870726F6D6566, 0x79676F6C, 0x0,
    0x74657366666F6566, 0x0, 0x0, 0x6C746E696F706566, 0x74686769, 0x0, 0x6C75636570736566,
    0x69746867696C7261, 0x676E, 0x696C746F70736566, 0x746867, 0x0, 0x656C69746566, 0x0, 0x0,
    0x6C75627275746566, 0x65636E65, 0x0, 0x6F6E676965726F66, 0x7463656A62, 0x0, 0x6665726870796C67,
    0x0, 0x0, 0x72677261656E696C, 0x746E65696461, 0x0, 0x72676C6169646172, 0x746E65696461, 0x0,
    0x6874617074786574, 0x0, 0x0, 0x7475626972747461, 0x656D616E65, 0x0, 0x7475626972747461,
    0x6570797465, 0x0, 0x7165726665736162, 0x79636E6575, 0x0, 0x666F727065736162, 0x656C69, 0x0,
    0x65646F6D636C6163, 0x0, 0x0, 0x6874617070696C63, 0x7374696E75, 0x0, 0x6365737566666964,
    0x746E6174736E6F, 0x0, 0x65646F6D65676465, 0x0, 0x0, 0x6E757265746C6966, 0x737469, 0x0,
    0x746E656964617267, 0x726F66736E617274, 0x6D, 0x746E656964617267, 0x7374696E75, 0x0,
    0x616D6C656E72656B, 0x78697274, 0x0, 0x6E756C656E72656B, 0x6874676E656C7469, 0x0,
    0x746E696F7079656B, 0x73, 0x0, 0x6E696C707379656B, 0x7365, 0x0, 0x73656D697479656B, 0x0, 0x0,
    0x64616874676E656C, 0x7473756A, 0x0, 0x676E6974696D696C, 0x6C676E61656E6F63, 0x65,
    0x656872656B72616D, 0x74686769, 0x0, 0x6E7572656B72616D, 0x737469, 0x0, 0x697772656B72616D,
    0x687464, 0x0, 0x746E6F636B73616D, 0x7374696E75746E65, 0x0, 0x74696E756B73616D, 0x73, 0x0,
    0x766174636F6D756E, 0x7365, 0x0, 0x676E656C68746170, 0x6874, 0x0, 0x636E726574746170,
    0x6E75746E65746E6F, 0x737469, 0x746E726574746170, 0x6D726F66736E6172, 0x0, 0x756E726574746170,
    0x7374696E, 0x0, 0x746173746E696F70, 0x78, 0x0, 0x746173746E696F70, 0x79, 0x0,
    0x746173746E696F70, 0x7A, 0x0, 0x6576726573657270, 0x6168706C61, 0x0, 0x6576726573657270,
    0x6172746365707361, 0x6F6974, 0x766974696D697270, 0x7374696E7565, 0x0, 0x78666572, 0x0, 0x0,
    0x79666572, 0x0, 0x0, 0x6F63746165706572, 0x746E75, 0x0, 0x7564746165706572, 0x72, 0x0,
    0x6465726975716572, 0x6F69736E65747865, 0x736E, 0x6465726975716572, 0x7365727574616566, 0x0,
    0x72616C7563657073, 0x746E6174736E6F63, 0x0, 0x72616C7563657073, 0x746E656E6F707865, 0x0,
    0x656D646165727073, 0x646F6874, 0x0, 0x66666F7472617473, 0x746573, 0x0, 0x6169766564647473,
    0x6E6F6974, 0x0, 0x6974686374697473, 0x73656C, 0x0, 0x7365636166727573, 0x656C6163, 0x0,
    0x616C6D6574737973, 0x65676175676E, 0x0, 0x6C6176656C626174, 0x736575, 0x0, 0x78746567726174,
    0x0, 0x0, 0x79746567726174, 0x0, 0x0, 0x676E656C74786574, 0x6874, 0x0, 0x786F6277656976, 0x0,
    0x0, 0x6772617477656976, 0x7465, 0x0, 0x6C656E6E61686378, 0x726F7463656C6573, 0x0,
    0x6C656E6E61686379, 0x726F7463656C6573, 0x0, 0x70646E616D6F6F7A, 0x6E61, 0x0,
    0x63613A6B6E696C78, 0x6574617574, 0x0, 0x72613A6B6E696C78, 0x656C6F7263, 0x0,
    0x72683A6B6E696C78, 0x6665, 0x0, 0x6F723A6B6E696C78, 0x656C, 0x0, 0x68733A6B6E696C78, 0x776F,
    0x0, 0x69743A6B6E696C78, 0x656C74, 0x0, 0x79743A6B6E696C78, 0x6570, 0x0, 0x676E616C3A6C6D78,
    0x0, 0x0, 0x636170733A6C6D78, 0x65, 0x0, 0x6C783A736E6C6D78, 0x6B6E69, 0x0, 0x6B6E696C78, 0x0,
    0x0, 0x65746175746361, 0x0, 0x0, 0x656C6F72637261, 0x0, 0x0, 0x776F6873, 0x0, 0x0,
    0x6563617073, 0x0, 0x0,
  ]

  /// An open-addressing hash table of the numbers of names; 0 is an empty slot.
  static let slots: [UInt16] = [
    0, 0, 0, 0, 281, 0, 0, 0, 220, 0, 0, 0, 0, 0, 0, 303, 0, 0, 0, 0, 0, 127, 0, 0, 0, 368, 0, 0,
    0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 15, 0, 0, 163, 0, 0, 0, 0, 0, 277, 216, 0, 0, 14, 0, 0, 0, 0,
    419, 0, 0, 0, 0, 396, 0, 0, 0, 0, 196, 98, 109, 0, 0, 259, 0, 0, 0, 0, 274, 295, 0, 0, 0, 0, 0,
    0, 93, 0, 426, 0, 0, 0, 0, 282, 0, 0, 344, 0, 0, 0, 0, 0, 314, 0, 293, 0, 0, 0, 0, 0, 0, 0,
    243, 0, 0, 0, 0, 0, 230, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 400, 0, 74, 12, 155, 358, 0, 0, 233, 0, 0, 0, 0, 0, 0, 0, 0, 367, 0, 0, 0, 58, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 362, 0, 99, 0, 0, 0, 0, 0, 130, 0, 0, 0, 0, 311, 0, 0, 0, 0, 0, 0, 100,
    134, 151, 203, 258, 435, 0, 0, 0, 213, 0, 324, 0, 0, 350, 393, 0, 322, 0, 382, 0, 0, 0, 0, 0,
    0, 310, 194, 0, 0, 108, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 39, 0, 0, 0, 0, 0, 22, 0, 0, 0, 0,
    0, 133, 0, 0, 0, 0, 309, 0, 0, 0, 0, 132, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 79, 0, 0, 0, 0, 0, 0,
    0, 261, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 149, 0, 0, 0, 0, 0, 0, 51, 182, 395, 360, 0, 0, 0, 0, 0,
    0, 204, 297, 388, 0, 150, 0, 0, 0, 0, 0, 0, 0, 330, 0, 0, 245, 0, 0, 0, 0, 0, 0, 0, 0, 0, 221,
    0, 0, 0, 0, 0, 0, 0, 172, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 241, 0, 0, 0, 36,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 345, 0, 228, 81, 319, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 45, 0, 0, 208, 0, 0, 0, 0, 335, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 152, 30, 0, 33, 0,
    392, 403, 316, 0, 0, 53, 299, 0, 0, 346, 0, 342, 0, 0, 0, 0, 0, 0, 415, 145, 264, 313, 0, 0, 0,
    0, 432, 0, 326, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 178, 0, 0, 0, 0, 0, 0, 0, 0, 0, 147, 184,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 292, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 300, 0, 168, 0, 207, 227, 0, 0,
    0, 0, 0, 0, 0, 164, 193, 333, 0, 0, 0, 0, 0, 265, 0, 408, 0, 137, 0, 0, 0, 0, 348, 0, 0, 260,
    0, 0, 146, 365, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 377, 0, 0, 0, 0, 224, 416, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 66, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 90, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 86, 0, 0, 0, 180, 0, 225, 72, 0, 0, 0, 0, 0, 371, 0, 0, 0, 284,
    0, 0, 8, 210, 0, 0, 0, 0, 0, 0, 0, 339, 105, 379, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 159, 0,
    0, 0, 0, 407, 413, 0, 0, 267, 234, 0, 0, 0, 0, 0, 0, 0, 0, 80, 0, 0, 0, 0, 0, 0, 0, 0, 364,
    356, 273, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 223, 0, 0, 0, 331, 104, 312, 0, 61, 215, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 383, 422, 0, 323, 0, 128, 0, 0, 0, 0, 0, 0, 171, 307, 0, 0,
    0, 18, 0, 352, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 270, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 399, 0, 0, 0, 0, 0, 0, 337, 0, 197, 0, 0, 0, 154, 0, 0, 0, 0, 0, 0, 397, 0, 288,
    239, 0, 0, 0, 262, 0, 201, 0, 0, 0, 0, 0, 0, 0, 0, 420, 0, 0, 0, 0, 0, 0, 0, 0, 76, 0, 198, 0,
    0, 0, 0, 404, 0, 0, 0, 0, 0, 57, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 42, 31, 0, 0, 0, 0, 0,
    0, 0, 26, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 232, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 248,
    398, 0, 0, 0, 0, 374, 0, 13, 372, 0, 0, 0, 0, 0, 0, 175, 0, 0, 0, 0, 390, 0, 4, 214, 302, 0,
    389, 406, 0, 25, 0, 0, 0, 0, 96, 0, 24, 0, 0, 0, 0, 0, 0, 0, 0, 0, 124, 0, 0, 0, 409, 0, 0, 0,
    0, 0, 35, 0, 410, 0, 46, 139, 183, 338, 0, 199, 0, 0, 0, 341, 32, 0, 434, 0, 0, 0, 217, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 82, 0, 0, 0, 0, 0, 0, 386, 0, 0, 0, 0, 0, 0, 0, 0, 0, 380, 84, 141, 0, 0,
    0, 0, 0, 0, 0, 173, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 186, 0, 0, 0, 0, 0, 0, 0, 0, 0, 158, 0, 0,
    88, 0, 0, 0, 0, 0, 135, 0, 0, 41, 111, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 23, 0, 0, 394, 0,
    357, 0, 0, 0, 0, 433, 0, 77, 0, 304, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 251, 384, 240, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 160, 0, 315, 329, 0, 0, 0,
    0, 129, 0, 0, 0, 0, 27, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 40, 0, 0, 0, 73, 320, 157, 0, 0,
    0, 0, 0, 347, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    321, 0, 0, 0, 0, 0, 63, 0, 351, 0, 427, 0, 0, 0, 0, 122, 0, 0, 0, 0, 0, 0, 0, 37, 0, 0, 162, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 47, 0, 0, 285, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 65, 0, 0, 0,
    179, 0, 0, 0, 0, 0, 0, 16, 0, 381, 0, 0, 0, 0, 0, 55, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 424, 92, 0, 0, 0, 0, 325, 5, 87, 0, 0, 0, 165, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 202, 0, 59,
    291, 0, 0, 0, 0, 0, 0, 0, 106, 0, 0, 0, 0, 0, 0, 0, 411, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0, 195, 0, 1, 370, 0, 0, 38, 266, 0, 0, 226, 0, 0, 0,
    271, 375, 0, 0, 0, 0, 0, 0, 0, 0, 0, 29, 6, 0, 0, 0, 0, 0, 332, 153, 0, 0, 363, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 200, 250, 0, 0, 421, 0, 0, 0, 308, 0, 0, 0, 0, 34, 366, 0, 0, 0, 0, 0,
    142, 48, 301, 0, 0, 0, 0, 0, 0, 0, 373, 298, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 242, 219, 0, 0,
    222, 0, 91, 0, 0, 0, 0, 0, 387, 0, 0, 7, 62, 0, 0, 0, 0, 0, 0, 0, 205, 327, 436, 378, 0, 0, 0,
    0, 211, 0, 0, 349, 0, 0, 0, 0, 0, 0, 0, 0, 268, 110, 0, 0, 0, 120, 0, 0, 75, 231, 0, 430, 0, 0,
    0, 0, 0, 0, 44, 0, 121, 343, 192, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 68, 0, 0, 0, 71, 0, 0, 0,
    279, 0, 0, 56, 0, 0, 0, 0, 0, 0, 0, 17, 0, 0, 0, 0, 417, 0, 0, 0, 0, 0, 69, 336, 0, 0, 275, 0,
    0, 0, 115, 0, 376, 287, 89, 385, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 317, 0, 0, 0, 401, 0, 0,
    148, 0, 0, 0, 0, 54, 0, 189, 306, 0, 0, 136, 0, 359, 0, 0, 95, 144, 10, 188, 340, 0, 0, 0, 229,
    0, 49, 0, 190, 0, 0, 0, 0, 83, 0, 0, 0, 0, 0, 256, 431, 391, 0, 429, 0, 0, 0, 0, 176, 0, 283,
    0, 0, 169, 0, 0, 0, 0, 174, 0, 0, 0, 0, 131, 0, 0, 0, 0, 0, 276, 0, 0, 257, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 414, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 212, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 238, 0, 0, 0, 249, 0, 0, 0, 0, 0, 0, 0, 116, 305, 0, 0, 0, 0, 177, 0, 244, 0, 0, 0, 0,
    0, 0, 52, 0, 0, 0, 0, 97, 0, 126, 166, 0, 0, 0, 0, 235, 187, 0, 0, 0, 0, 0, 286, 218, 0, 0, 94,
    0, 0, 246, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 70, 0, 0, 0, 402, 0, 0, 0, 0, 263,
    0, 0, 0, 0, 0, 0, 278, 0, 0, 112, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 156, 280, 0,
    0, 354, 138, 0, 0, 0, 0, 191, 0, 0, 113, 0, 0, 0, 0, 0, 0, 206, 0, 0, 0, 0, 0, 0, 0, 0, 236, 0,
    0, 0, 294, 0, 0, 0, 418, 28, 50, 0, 0, 0, 0, 101, 355, 361, 103, 0, 2, 0, 0, 252, 0, 0, 0, 0,
    0, 102, 334, 0, 0, 318, 0, 107, 0, 328, 0, 0, 0, 0, 0, 0, 0, 185, 0, 0, 0, 0, 0, 0, 0, 0, 21,
    64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 85, 0, 114, 0, 0, 0, 161, 0, 353, 209, 0, 181, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 405, 0, 0, 0, 0, 0, 0, 296, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 125,
    118, 0, 0, 0, 423, 0, 0, 0, 0, 0, 0, 0, 0, 0, 117, 237, 0, 0, 0, 0, 0, 0, 0, 0, 0, 167, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 67, 0, 0, 0, 0, 0, 170, 289, 0, 43, 0, 0, 0, 0, 0, 0, 0, 369, 0, 428, 0,
    0, 0, 272, 0, 0, 0, 0, 0, 0, 0, 269, 412, 0, 0, 0, 0, 0, 0, 123, 0, 0, 0, 0, 0, 0, 425, 247, 0,
    0, 0, 19, 119, 140, 0, 254, 0, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 60, 0, 0, 0, 0, 0, 78, 0,
    0, 0, 0, 0, 290, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 143, 0, 253, 0, 0, 0, 0, 0, 0, 0, 0,
  ]

  /// The traits of each name as an element of HTML (`ElementTraits`).
  static let traits: [UInt32] = [
    0, 0, 0, 0, 1, 3, 1, 1, 1, 0, 512, 1, 1, 0, 0, 1, 512, 0, 513, 513, 513, 9, 0, 67, 513, 0, 512,
    1, 65, 0, 0, 609, 0, 1, 0, 0, 1, 513, 513, 609, 512, 513, 1, 1, 1, 0, 1, 1, 1, 1, 641, 641,
    641, 641, 641, 641, 513, 1, 1, 513, 19, 512, 1, 0, 513, 1, 0, 0, 0, 1, 0, 0, 609, 1, 513, 1, 0,
    0, 3, 0, 513, 0, 513, 0, 0, 1, 0, 512, 1, 1, 1, 3, 517, 96, 96, 0, 609, 1, 0, 1, 513, 0, 0, 96,
    96, 96, 96, 512, 512, 0, 1, 1, 1, 3, 0, 0, 512, 1, 0, 512, 512, 512, 1, 512, 1, 512, 0, 787,
    321, 67, 19, 1, 321, 67, 321, 0, 1, 321, 1, 512, 512, 517, 512, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ]

  /// For each lowercase name, the element of SVG whose case differs; 0 for none.
  static let svgElements: [UInt16] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 235, 236, 237, 238, 239, 240, 241, 242, 243, 244, 245, 246, 247, 248,
    249, 250, 251, 252, 253, 254, 255, 256, 257, 258, 259, 260, 261, 262, 263, 264, 265, 266, 155,
    267, 268, 269, 270, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ]

  /// For each lowercase name, the attribute of SVG whose case differs; 0 for none.
  static let svgAttributes: [UInt16] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 267, 0, 0, 0, 271, 272, 273, 274, 275, 276, 277, 278, 279, 280, 281,
    282, 283, 284, 285, 286, 287, 288, 289, 290, 291, 292, 293, 294, 295, 296, 297, 298, 299, 300,
    301, 302, 303, 304, 305, 306, 307, 308, 309, 310, 311, 312, 313, 314, 315, 316, 317, 318, 319,
    320, 321, 322, 323, 324, 325, 326, 327, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ]

  /// For each attribute with a namespace inside SVG and MathML: the namespace from bit 12
  /// on, the number of the local name below.
  static let spacedAttributes: [UInt16] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 12519, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 4529, 4530, 4288, 4307, 4531, 4232, 4321, 8389, 8628, 12720, 0, 0, 0,
    0, 0,
  ]
}
