/// The constant parts of the style sheet.
enum BaseStyles {
  /// The general appearance: one column, system fonts.
  static let page: StaticString = """
    :root{color-scheme:light;--ia-ink:17 17 17;--ia-ground:#fff;--ia-faint:#00000014;\
    --ia-line:#0003;--ia-accent:#0b57d0;--ia-font:system-ui,-apple-system,"Segoe UI",Roboto,\
    "Noto Sans","Helvetica Neue",Arial,sans-serif;\
    --ia-mono:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
    html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
    body{margin:0;background:var(--ia-ground);color:rgb(var(--ia-ink));\
    font:1.125rem/1.55 var(--ia-font)}
    main{box-sizing:border-box;max-width:44rem;margin:0 auto;padding:2.5rem 1.25rem 4rem;\
    overflow-wrap:break-word}
    p{margin:0 0 .65em}
    p:where(:empty,:has(+p:empty)){margin-bottom:0}
    p:empty::before,h1:empty::before,h2:empty::before,h3:empty::before{content:"\\200b"}
    h1,h2,h3,h4,h5,h6{margin:1.5em 0 .5em;line-height:1.25;font-weight:650;text-wrap:balance}
    h1{font-size:1.9em}h2{font-size:1.45em}h3{font-size:1.2em}h4{font-size:1.05em}
    h5,h6{font-size:.95em;opacity:.8}
    main>:first-child{margin-top:0}
    a{color:var(--ia-accent);text-underline-offset:.15em}
    strong{font-weight:700}
    mark{color:inherit;background:#ffe08a}
    sup,sub{font-size:.72em;line-height:0}
    code,pre{font-family:var(--ia-mono);font-size:.9em}
    code{background:var(--ia-faint);border-radius:.25em;padding:.1em .3em}
    pre{background:var(--ia-faint);border-radius:.5em;padding:.9em 1.1em;margin:1em 0;\
    overflow-x:auto;line-height:1.45;tab-size:4}
    pre code{background:none;padding:0;font-size:1em}
    blockquote{margin:1em 0;padding-inline-start:1.1em;border-inline-start:.2em solid var(--ia-line)}
    :is(blockquote,.ia-box,.ia-frame,.ia-annotation,.ia-page)>:last-child{margin-bottom:0}
    ul,ol{margin:.6em 0;padding-inline-start:1.8em}
    dl{margin:.6em 0}dd{margin:0;padding-inline-start:1.8em}
    li>p,dt>p,dd>p,td>p,th>p{margin:.15em 0}
    .ia-bare,.ia-task{list-style:none}
    .ia-task>input{float:inline-start;width:1em;height:1em;margin:.45em .5em 0 -1.5em}
    table{display:block;width:max-content;max-width:100%;overflow-x:auto;margin:1.2em 0;\
    border-collapse:collapse;--ia-border:1px}
    td,th{border:var(--ia-border) solid var(--ia-line);padding:.35em .7em;text-align:start;\
    vertical-align:top}
    th{background:var(--ia-faint)}
    hr{border:0;border-top:1px solid var(--ia-line);margin:2em auto;width:40%}
    figure{margin:1.2em 0}
    figcaption,.ia-annotation{font-size:.85em;opacity:.8}
    img{max-width:100%}
    .ia-picture{height:auto;object-fit:contain}
    .ia-picture:not([width]){max-width:160px;max-height:160px}
    img.ia-sticker{height:1.35em;width:auto;vertical-align:-.3em;object-fit:contain}
    .ia-attachment{border:1px solid var(--ia-line);border-radius:.4em;display:inline-block;\
    max-width:100%;padding:.05em .45em}
    .ia-place{font-variant-numeric:tabular-nums;opacity:.7}
    .ia-annotation{margin:.8em 0;padding:.5em .9em;border-inline-start:.2em solid var(--ia-accent);\
    background:var(--ia-faint)}
    .ia-annotation[data-author]::before{content:attr(data-author);font-weight:600}
    .ia-annotation[data-date]::after{content:attr(data-date);opacity:.7}
    .ia-page{margin:1em 0;color:inherit;font-size:.85em;opacity:.75}
    .ia-form{font:inherit;color:inherit;text-decoration:inherit;max-width:100%;box-sizing:border-box}
    .ia-box{margin:1em 0;padding:.7em 1em;border:1px solid var(--ia-line);border-radius:.4em}
    .ia-notes{margin-top:2em;padding-top:.8em;border-top:1px solid var(--ia-line);font-size:.88em}
    .ia-note{padding-inline-start:2.2em}
    .ia-note::before{content:attr(data-label);float:inline-start;box-sizing:border-box;\
    min-width:2.2em;margin-inline-start:-2.2em;padding-inline-end:.5em;opacity:.7}
    .ia-back{float:inline-end;text-decoration:none}.ia-back::before{content:"\\21a9\\fe0e"}
    [role=doc-noteref]{text-decoration:none}
    [hidden]{display:none!important}
    @media (max-width:30rem){body{font-size:1.0625rem}main{padding:1.25rem 1rem 3rem}}
    @media print{body{background:none}main{max-width:none;padding:0}pre,figure,tr{\
    break-inside:avoid}h1,h2,h3,h4,h5,h6{break-after:avoid}}

    """

  /// Hides lists, items, tables and rows that contain only hidden text.
  static let hidden: StaticString = """
    :is(ul,ol,li,dl,dt,dd):has([hidden]):not(:has(:is(p,h1,h2,h3,h4,h5,h6,hr,pre,figure):not([hidden])))\
    {display:none}
    :is(table,tr):has([hidden]):not(:has(:is(p:not(:empty),h1,h2,h3,h4,h5,h6,hr,pre,figure):not([hidden])))\
    {display:none}

    """

  /// The appearance of a thread: own messages at the end of the line, others at the start.
  static let thread: StaticString = """
    :root{--ia-own:#e1f0ff;--ia-other:#edeff1;--ia-quiet:#5f6368}
    main{padding-top:1.25rem}
    .ia-unseen{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;\
    clip-path:inset(50%);white-space:nowrap}
    .ia-day>h2{margin:1.5rem 0 .75rem;text-align:center;font-size:.8rem;font-weight:500;\
    color:var(--ia-quiet)}
    .ia-thread{list-style:none;margin:0;padding:0}
    .ia-row{display:flex;margin-top:.25rem}
    .ia-first{margin-top:.75rem}
    .ia-row>article{max-width:75%;min-width:0}
    .ia-own{justify-content:flex-end}
    .ia-bubble{box-sizing:border-box;width:fit-content;max-width:100%;padding:.45rem .8rem;\
    border-radius:1rem;background:var(--ia-other);overflow-wrap:anywhere}
    .ia-own .ia-bubble{margin-inline-start:auto;background:var(--ia-own)}
    .ia-bubble .ia-picture{border-radius:.3em}
    .ia-bubble>:first-child{margin-top:0}
    .ia-bubble>:last-child{margin-bottom:0}
    .ia-row .ia-sender,.ia-row .ia-time{margin:.1rem .8rem;font-size:.75rem;color:var(--ia-quiet)}
    .ia-own .ia-time{text-align:end}
    @media (max-width:30rem){.ia-row>article{max-width:85%}}
    @media print{.ia-row{break-inside:avoid}}

    """

  /// The colours of a thread on a dark background.
  static let darkThread: StaticString = """
    :root{--ia-own:#14344c;--ia-other:#26282b;--ia-quiet:#a3a7ab}

    """

  /// The rules for the text of a page, which browsers and readers apply.
  static let text: StaticString = """
    p,h1,h2,h3,h4,h5,h6,figcaption{white-space:pre-wrap;tab-size:36pt}

    """

  /// The colours on a dark background.
  static let dark: StaticString = """
    :root{color-scheme:dark;--ia-ink:232 232 236;--ia-ground:#17181c;--ia-faint:#ffffff14;\
    --ia-line:#fff3;--ia-accent:#8ab4f8}
    mark{background:#7a5c00}

    """

  /// The animation on which all animated text depends; it is shared, so that all text is in phase.
  static let clock: StaticString = """
    @property --ia-t{syntax:"\\3cnumber>";inherits:true;initial-value:0}
    @keyframes ia-fade{from{--ia-t:0}to{--ia-t:1}}

    """
}
