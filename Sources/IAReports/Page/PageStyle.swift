/// The style sheet of the page.
enum PageStyle {
  static let text = """
    :root{color-scheme:light dark;--bg:#fff;--fg:#1b1f24;--dim:#5b6570;--line:#d5dbe1;--card:#f6f8fa;\
    --accent:#1f63c6;--bad:#c0312b;--ok:#1f7a4d;--warn:#9a6a00;--mark:#ffe08a;--markfg:#1b1f24;\
    --h1:#e3eefc;--h2:#b9d5f8;--h3:#84b3ef;--h4:#4a8be0;--h5:#1f63c6;--h6:#123f86;--hd:#fff;--hl:#1b1f24}
    @media(prefers-color-scheme:dark){:root{--bg:#14171b;--fg:#e4e8ec;--dim:#9aa5b1;--line:#343b44;\
    --card:#1d2228;--accent:#6ea8fe;--bad:#ff7b72;--ok:#56c48c;--warn:#e0b04a;--mark:#6b5300;--markfg:#fff;\
    --h1:#1c2c42;--h2:#254368;--h3:#2f5f99;--h4:#4585d1;--h5:#74adf5;--h6:#b5d5ff;--hd:#0d1117;--hl:#e4e8ec}}
    *{box-sizing:border-box}
    body{margin:0 auto;padding:1.2rem 1rem 3rem;max-width:76rem;background:var(--bg);color:var(--fg);\
    font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
    h1{font-size:1.5rem;margin:0 0 .2rem;overflow-wrap:anywhere}h2{font-size:1.2rem;margin:2.2rem 0 .4rem}
    h3{font-size:1rem;margin:.6rem 0 .2rem;overflow-wrap:anywhere}p{margin:.3rem 0 .7rem}.dim{color:var(--dim)}
    .bad{color:var(--bad)}.ok{color:var(--ok)}.warn{color:var(--warn)}
    nav{display:flex;flex-wrap:wrap}nav a{margin-right:1rem;color:var(--accent);white-space:nowrap}
    .tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));gap:.6rem;margin:1rem 0}
    .tiles div{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.5rem .7rem}
    .tiles dt,.tiles dd{margin:0}.tiles dt{color:var(--dim);font-size:.85rem}.tiles dd{font-size:1.25rem;\
    font-variant-numeric:tabular-nums}
    .wide{overflow-x:auto;max-width:100%}table{border-collapse:collapse;font-size:.9rem;min-width:min(100%,20rem)}
    th,td{border-bottom:1px solid var(--line);padding:.25rem .6rem;text-align:left;vertical-align:top}
    th[scope=row]{font-weight:500;overflow-wrap:anywhere}thead th{color:var(--dim);font-weight:600}
    .n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
    .grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:1rem}
    .pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:1rem}
    figure{margin:0;background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.6rem;min-width:0}
    figcaption{font-weight:600;margin-bottom:.2rem}svg{display:block;width:100%;height:auto}
    svg text{fill:var(--dim);font-size:11px;font-family:inherit}svg.c text{font-size:13px}svg .ax{stroke:var(--line);fill:none}
    svg .num{fill:var(--bad);font-weight:700;font-size:12px}
    svg .d1{fill:var(--h2)}svg .d2{fill:var(--h3)}svg .d3{fill:var(--h4)}svg .d4{fill:var(--h5)}svg .d5{fill:var(--h6)}
    svg .pt{stroke:var(--accent);stroke-width:4;stroke-linecap:round;opacity:.6;fill:none}
    svg .pf{stroke:var(--bad);stroke-width:5;stroke-linecap:round;fill:none}
    svg .ring{stroke:var(--bad);fill:none;stroke-width:1.5}
    svg .bar{fill:var(--h4)}svg .barbad{fill:var(--bad)}svg .l1{stroke:var(--accent)}svg .l2{stroke:var(--warn)}
    svg .l1,svg .l2{fill:none;stroke-width:1.8}svg .tick{stroke:var(--bad);stroke-width:2}
    ol.out{margin:.3rem 0 0;padding-left:1.4rem;font-size:.85rem}li{overflow-wrap:anywhere}
    details{margin:.2rem 0}summary{cursor:pointer;overflow-wrap:anywhere}.alt{font-size:.85rem;color:var(--dim)}
    .code{border:1px solid var(--line);border-radius:.5rem;padding:.3rem .7rem;margin:.4rem 0}
    .code>summary{font-weight:600}.doc{border-top:1px solid var(--line);margin:.6rem 0;padding-top:.4rem}
    pre{background:var(--card);border:1px solid var(--line);border-radius:.3rem;padding:.5rem;margin:.3rem 0;\
    overflow-x:auto;font:.8rem/1.35 ui-monospace,Menlo,Consolas,"Noto Sans Mono",monospace}
    mark{background:var(--mark);color:var(--markfg)}code{font:.9em ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
    .heat td{text-align:right;font-variant-numeric:tabular-nums;min-width:3.6rem}
    .heat th[scope=row]{min-width:13rem;max-width:30rem;font-weight:400}.heat ul{margin:.2rem 0;padding-left:1.1rem;font-size:.85rem}
    .h1{background:var(--h1);color:var(--hl)}.h2{background:var(--h2);color:var(--hl)}.h3{background:var(--h3);color:var(--hl)}
    .h4{background:var(--h4);color:var(--hd)}.h5{background:var(--h5);color:var(--hd)}.h6{background:var(--h6);color:var(--hd)}
    .share{display:flex;height:.8rem;border-radius:.4rem;overflow:hidden;background:var(--line);margin:.4rem 0}
    .share i{display:block;min-width:2px}.s-ok{background:var(--ok)}.s-partial{background:var(--h4)}.s-bad{background:var(--bad)}
    .s-other{background:var(--dim)}
    @media(max-width:30rem){body{padding:.8rem .7rem 2rem;font-size:14px}.tiles{grid-template-columns:1fr 1fr}\
    .heat th[scope=row]{min-width:10rem}}
    @media print{:root{--bg:#fff;--fg:#000;--dim:#444;--line:#bbb;--card:#fff;--accent:#1f63c6;--bad:#a5221c;--ok:#1f7a4d;\
    --warn:#7a5400;--mark:#ffe08a;--markfg:#000;--h1:#e3eefc;--h2:#b9d5f8;--h3:#84b3ef;--h4:#4a8be0;--h5:#1f63c6;--h6:#123f86;\
    --hd:#fff;--hl:#000}body{max-width:none;padding:0;font-size:10pt}nav{display:none}figure,.code,.doc,tr{break-inside:avoid}\
    .wide{overflow:visible}pre{white-space:pre-wrap;overflow-wrap:anywhere}*{print-color-adjust:exact}\
    details:not(.alt)::details-content{content-visibility:visible;block-size:auto}}
    """
}
