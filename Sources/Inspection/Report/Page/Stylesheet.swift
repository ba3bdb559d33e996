/// The page's style sheet. Colors have a contrast of at least 4.5, in light and dark themes.
enum Stylesheet {
  /// The complete style sheet.
  static let text: StaticString = """

    :root { color-scheme: light; --paper: #ffffff; --wash: #f4f6f8; --ink: #15191e; --soft: #545d69;
      --rule: #dce1e7; --link: #0a53ad; --fill: #4c83c3; --faint: #e3e8ee;
      --good: #17633a; --good-wash: #e8f5ed; --bad: #a8201a; --bad-wash: #fdecea;
      --warn: #7d4a00; --warn-wash: #fcf2df; --chip: #4a358a; --chip-wash: #e9e4f7;
      --refers: #465260; --inherits: #7a35b0; --collects: #00696e; }
    @media (prefers-color-scheme: dark) { :root:not([data-theme='light']) { color-scheme: dark;
      --paper: #10141a; --wash: #191f27; --ink: #e6eaef; --soft: #a5afbb;
      --rule: #2c343f; --link: #86b9ff; --fill: #5f98d8; --faint: #29313b;
      --good: #7fd8a5; --good-wash: #12291d; --bad: #ff9d94; --bad-wash: #351b19;
      --warn: #f1c274; --warn-wash: #2f2513; --chip: #cbbff6; --chip-wash: #2e2849;
      --refers: #aab6c4; --inherits: #cf9cf5; --collects: #5cc9cd; } }
    :root[data-theme='dark'] { color-scheme: dark;
      --paper: #10141a; --wash: #191f27; --ink: #e6eaef; --soft: #a5afbb;
      --rule: #2c343f; --link: #86b9ff; --fill: #5f98d8; --faint: #29313b;
      --good: #7fd8a5; --good-wash: #12291d; --bad: #ff9d94; --bad-wash: #351b19;
      --warn: #f1c274; --warn-wash: #2f2513; --chip: #cbbff6; --chip-wash: #2e2849;
      --refers: #aab6c4; --inherits: #cf9cf5; --collects: #5cc9cd; }

    * { box-sizing: border-box; }
    html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
    body { margin: 0; background: var(--paper); color: var(--ink);
      font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
      overflow-wrap: anywhere; }
    main, footer { padding: 0 1rem; min-width: 0; }
    main:focus { outline: none; }
    a { color: var(--link); text-decoration: none; }
    a:hover { text-decoration: underline; }
    :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
    h1, h2, h3, h4, h5, p, ul, ol, dl, dd, figure { margin: 0; padding: 0; }
    h1 { font-size: 2.1rem; line-height: 1.15; font-weight: 650; letter-spacing: -.02em; }
    h2 { font-size: 1.35rem; line-height: 1.2; font-weight: 650; letter-spacing: -.01em;
      margin: 3.2rem 0 .9rem; }
    h3 { font-size: 1.2rem; line-height: 1.3; font-weight: 650; display: inline; }
    h4 { font-size: .95rem; font-weight: 650; margin: 1.4rem 0 .6rem; }
    h5 { font-size: .95rem; font-weight: 650; }
    small { font-size: .86em; color: var(--soft); font-weight: 400; }
    h2 small, h4 small { font-variant-numeric: tabular-nums; margin-left: .3em; }
    ul, ol { list-style: none; }
    code { font: .9em ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace; }
    em { color: var(--soft); }
    .block { display: block; }
    h1, h3, h5, th, td, dt, dd, .remarks li, .names li { overflow: clip; overflow-clip-margin: 4px; }
    .bad { color: var(--bad); } .good { color: var(--good); } .warn { color: var(--warn); }
    .cut { color: var(--soft); font-size: .86em; }
    .note { color: var(--soft); margin: .6rem 0; }
    .unseen, table caption { position: absolute; width: 1px; height: 1px; overflow: hidden;
      clip-path: inset(50%); white-space: nowrap; }
    bdi { white-space: pre-wrap; unicode-bidi: isolate; }
    bdi i { font: .78em ui-monospace, Menlo, Consolas, monospace; color: var(--chip);
      background: var(--chip-wash); border-radius: 3px; padding: 0 .2em; margin: 0 .1em; }
    .skip { position: absolute; left: -999rem; top: 0; z-index: 9; background: var(--paper);
      padding: .6rem 1rem; }
    .skip:focus { left: 0; }

    .side { padding: 1rem; border-bottom: 1px solid var(--rule); background: var(--wash); }
    .brand { letter-spacing: .01em; margin-bottom: .6rem; }
    .sections { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; }
    .names, .tools { display: none; }
    .js .tools { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; margin-bottom: .8rem; }
    .search { position: relative; grid-column: 1 / -1; }
    .search label { display: block; font-size: .82rem; color: var(--soft); }
    .search input { width: 100%; min-width: 0; }
    input, button { font: inherit; font-size: .9rem; color: var(--ink); background: var(--paper);
      border: 1px solid var(--soft); border-radius: 5px; padding: .32rem .6rem; }
    input::placeholder { color: var(--soft); opacity: 1; }
    button { cursor: pointer; }
    button:hover { border-color: var(--link); color: var(--link); }
    #hits { position: absolute; z-index: 5; left: 0; top: 100%; width: min(34rem, calc(100vw - 2rem));
      max-height: 24rem; overflow-y: auto; background: var(--paper); border: 1px solid var(--soft);
      border-radius: 5px; box-shadow: 0 8px 24px rgb(0 0 0 / .2); margin-top: .2rem; }
    #hits li { padding: .35rem .7rem; cursor: pointer; }
    #hits li[aria-selected='true'] { background: var(--link); color: var(--paper); }
    #hits li[aria-selected='true'] small { color: inherit; }
    #hits small { display: block; }

    .eyebrow { color: var(--soft); font-size: .86rem; margin: 2rem 0 .3rem; }
    .remarks { color: var(--soft); font-size: .9rem; margin: .5rem 0 1.4rem; }
    .verdict { display: flex; gap: .7rem; align-items: flex-start; padding: .7rem .9rem;
      border-radius: 6px; background: var(--wash); max-width: 62rem; }
    .verdict svg { flex: none; width: 1.25rem; height: 1.25rem; margin-top: .12rem; fill: none;
      stroke: currentColor; stroke-width: 2; stroke-linecap: round; }
    .verdict span { color: var(--ink); min-width: 0; }
    .verdict.good { background: var(--good-wash); } .verdict.good strong { color: var(--good); }
    .verdict.bad { background: var(--bad-wash); } .verdict.bad strong { color: var(--bad); }
    .verdict.warn { background: var(--warn-wash); } .verdict.warn strong { color: var(--warn); }
    .figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(9rem, 45%), 1fr));
      gap: 1.5rem 1.6rem; margin: 1.8rem 0; }
    .figures div { display: flex; flex-direction: column; min-width: 0; }
    .figures dt { color: var(--soft); font-size: .86rem; }
    .figures b { display: block; font-size: 1.7rem; line-height: 1.2; font-weight: 600;
      letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
    .figures span { color: var(--soft); font-size: .82rem; line-height: 1.35; display: block; }
    .settings { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr));
      gap: .1rem 2rem; }
    .settings div { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: .8rem;
      border-top: 1px solid var(--rule); padding: .35rem 0; }
    .settings dt { color: var(--soft); }
    .settings b { font-weight: 500; font-variant-numeric: tabular-nums; }
    .settings span { display: block; color: var(--soft); font-size: .82rem; }

    table { width: 100%; table-layout: fixed; border-collapse: collapse; font-size: .9rem; line-height: 1.4; }
    th, td { text-align: left; vertical-align: top; padding: .42rem .9rem .42rem 0;
      border-top: 1px solid var(--rule); font-weight: 400; min-width: 0; }
    th:last-child, td:last-child { padding-right: 0; }
    thead th { border-top: 0; border-bottom: 1px solid var(--soft); color: var(--soft);
      font-size: .82rem; vertical-align: bottom; overflow-wrap: normal; }
    thead button { all: unset; cursor: pointer; }
    thead button:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
    thead button::after { content: '\\2195'; color: var(--soft); padding-left: .25em;
      font-size: .85em; }
    th[aria-sort='ascending'] button::after { content: '\\2191'; color: var(--ink); }
    th[aria-sort='descending'] button::after { content: '\\2193'; color: var(--ink); }
    tbody th { font-weight: 600; }
    .classes :is(th, td):nth-child(n+2), .properties :is(th, td):is(:nth-child(3), :nth-child(4)) {
      text-align: right; font-variant-numeric: tabular-nums; }
    .classes td, .properties td:is(:nth-child(3), :nth-child(4)) { white-space: nowrap; }
    .figure { font-variant-numeric: tabular-nums; }
    .bar { display: block; width: 40px; height: 3px; margin: .25rem 0 0 auto; fill: var(--fill); }
    .bar .base { fill: var(--faint); }
    .value { display: block; }
    .value + .value { margin-top: .25rem; }
    .frequent li { display: flex; gap: .6rem; justify-content: space-between; }
    .frequent span { min-width: 0; }
    .frequent small { font-variant-numeric: tabular-nums; white-space: nowrap; }
    .classes thead th:nth-child(1) { width: 26%; }
    .properties thead th:nth-child(1) { width: 15%; } .properties thead th:nth-child(2) { width: 19%; }
    .properties thead th:nth-child(3), .properties thead th:nth-child(4) { width: 8.5%; }
    .properties thead th:nth-child(7) { width: 14%; }
    .properties + .properties { margin-top: 1.2rem; }
    .histogram svg { display: block; width: 100%; max-width: 12rem; height: 2.4rem; fill: var(--fill); }
    .histogram path:hover { fill: var(--ink); }
    .histogram .base { fill: none; stroke: var(--soft); vector-effect: non-scaling-stroke; }
    .histogram figcaption { display: flex; justify-content: space-between; gap: .4rem;
      max-width: 12rem; font-size: .76rem; line-height: 1.3; color: var(--soft);
      font-variant-numeric: tabular-nums; }

    .wide td { border-top: 0; padding-top: 0; }
    .wide td dl { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 1.4rem; }
    .wide td dt { color: var(--soft); font-size: .82rem; }
    .card dl > .wide > * { grid-column: 1 / -1; } .card dl > .wide > dd { padding-left: .8rem; }
    h3.part { display: block; margin: 1.4rem 0 .6rem; }

    .findings thead th:nth-child(1) { width: 22%; } .findings thead th:nth-child(2) { width: 5.5rem; }
    .findings thead th:nth-child(4) { width: 32%; } .findings strong { white-space: nowrap; }

    .class { border-top: 2px solid var(--ink); margin-top: 2.6rem; padding-top: .7rem; }
    .class > details > summary { cursor: pointer; margin-bottom: .5rem; }
    .class > details > summary span { color: var(--soft); margin-left: .5rem;
      font-variant-numeric: tabular-nums; }
    .facts { color: var(--soft); font-size: .9rem; margin-bottom: .7rem; }
    .related { margin-top: 1rem; font-size: .9rem; }
    .related div { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr); gap: .9rem;
      padding: .2rem 0; }
    .related dt { color: var(--soft); }
    .cards { columns: 21rem; column-gap: 1rem; }
    .card { break-inside: avoid; background: var(--wash); border-radius: 6px;
      padding: .7rem .9rem; margin-bottom: 1rem; font-size: .9rem; line-height: 1.45; }
    :target.card { outline: 2px solid var(--link); }
    .card dl { margin-top: .35rem; }
    .card dl { display: grid; grid-template-columns: fit-content(40%) minmax(0, 1fr); gap: 0 .7rem; }
    .card dl > div { display: contents; }
    .card h5 small, .title { color: var(--soft); font-weight: 400; }
    .card dt { color: var(--soft); }
    .elements > li { padding-left: .8rem; text-indent: -.8rem; }
    .elements > li::before { content: '\\2013\\00a0'; color: var(--soft); }
    .elements .elements { text-indent: 0; }
    .referrers { margin-top: .4rem; padding-top: .4rem; border-top: 1px solid var(--rule);
      color: var(--soft); }

    .diagram { display: block; max-width: 100%; height: auto; margin: 0 auto; }
    .both .narrow { display: none; }
    .diagram text { font-size: 11px; fill: var(--soft); text-anchor: middle;
      unicode-bidi: plaintext; font-variant-numeric: tabular-nums; }
    .diagram .label { font-size: 10px; stroke: var(--paper); stroke-width: 3px; paint-order: stroke;
      stroke-linejoin: round; }
    .diagram .n { font-size: 13px; font-weight: 600; fill: var(--ink); }
    .diagram rect { fill: var(--wash); stroke: var(--soft); }
    .diagram .rule { stroke: var(--rule); fill: none; }
    .diagram a:hover rect, .diagram a:focus rect { stroke: var(--link); stroke-width: 2; }
    .diagram a:hover .n, .diagram a:focus .n { fill: var(--link); }
    .diagram a:focus { outline: none; }
    .diagram a { text-decoration: none; }
    .edges path, .legend path { fill: none; stroke-width: 1.2; stroke: var(--refers); }
    .edges .inherits, .legend .inherits { stroke: var(--inherits); stroke-width: 1.8; }
    .edges .collects, .legend .collects { stroke: var(--collects); stroke-dasharray: 5 3; }
    marker path { fill: var(--refers); stroke: none; }
    marker.inherits path { fill: var(--paper); stroke: var(--inherits); stroke-width: 1.4; }
    marker.collects path { fill: none; stroke: var(--collects); stroke-width: 1.6; }
    .lit .edges path:not(.on) { opacity: .13; }
    .lit .edges .on { stroke-width: 2.2; }
    .legend { display: flex; flex-wrap: wrap; gap: .2rem 1.6rem; color: var(--soft);
      font-size: .86rem; margin-top: 1.2rem; }
    .legend svg { width: 44px; height: 12px; margin-right: .5rem; }
    .relations { margin-top: .8rem; font-size: .9rem; }
    .relations ul { columns: 22rem; column-gap: 2rem; margin-top: .5rem; }
    .relations li { break-inside: avoid; }
    summary { cursor: pointer; }
    footer { color: var(--soft); font-size: .86rem; margin: 4rem 0 2rem; }

    @media screen and (min-width: 68rem) {
      body { display: grid; grid-template-columns: 15rem minmax(0, 1fr); }
      .side { position: sticky; top: 0; height: 100vh; overflow-y: auto; border-bottom: 0;
        border-right: 1px solid var(--rule); grid-row: 1 / 3; }
      .js .tools { grid-template-columns: 1fr; }
      .js .tools button { justify-self: start; }
      .sections { display: block; }
      .names { display: block; margin-top: .9rem; padding-top: .9rem; font-size: .88rem;
        line-height: 1.65; border-top: 1px solid var(--rule); }
      #hits { position: fixed; left: 1rem; top: 7rem; }
      .figures { grid-template-columns: repeat(auto-fill, minmax(13.5rem, 1fr)); }
      main, footer { padding: 0 2.5rem; max-width: 82rem; }
    }
    @media screen and (max-width: 58rem) {
      .stack, .stack tbody, .stack tr, .stack td, .stack tbody th { display: block; }
      .stack thead { display: none; }
      .stack tbody tr { border-top: 1px solid var(--rule); padding: .5rem 0; }
      .stack tbody th, .stack tbody td { border: 0; padding: .1rem 0; }
      .stack tbody td { position: relative; padding-left: 8.2rem; min-height: 1.6em; }
      .stack td::before { color: var(--soft); position: absolute; left: 0; white-space: nowrap; }
      .stack td:empty { display: none; }
      .stack .wide { border-top: 0; padding-top: 0; } .stack tbody .wide td { padding-left: 0; }
      .wide td dl { grid-template-columns: minmax(0, 1fr); gap: .3rem; }
      .stack tbody td:nth-child(n+2) { text-align: left; white-space: normal; }
      .classes tbody tr { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
      .classes tbody th { grid-column: 1 / -1; }
      .classes tbody td { padding-left: 6.4rem; }
      .findings td:nth-child(2)::before { content: 'Severity'; }
      .findings td:nth-child(3)::before { content: 'Finding'; }
      .findings td:nth-child(4)::before { content: 'Remedy'; }
      .classes td:nth-child(2)::before { content: 'Objects'; }
      .classes td:nth-child(3)::before { content: 'Bytes'; }
      .classes td:nth-child(4)::before { content: 'Properties'; }
      .classes td:nth-child(5)::before { content: 'Collections'; }
      .classes td:nth-child(6)::before { content: 'Referred to'; }
      .classes td:nth-child(7)::before { content: 'Checked'; }
      .properties td:nth-child(2)::before { content: 'Stored as'; }
      .properties td:nth-child(3)::before { content: 'NULL'; }
      .collections td:nth-child(3)::before { content: 'Elements'; }
      .properties td:nth-child(4)::before { content: 'Distinct'; }
      .properties td:nth-child(5)::before { content: 'Least, greatest'; }
      .properties td:nth-child(6)::before { content: 'Most frequent'; }
      .properties td:nth-child(7)::before { content: 'Distribution'; }
      .bar { margin: .25rem 0 0; }
    }
    @media screen and (max-width: 40rem) {
      .both .narrow { display: block; } .both .wide { display: none; }
      .related div { grid-template-columns: minmax(0, 1fr); gap: 0; }
    }
    @media print {
      :root, :root[data-theme='dark'], :root:not([data-theme='light']) { color-scheme: light;
        --paper: #ffffff; --wash: #ffffff; --ink: #000000; --soft: #444444; --rule: #bbbbbb;
        --link: #000000; --fill: #666666; --faint: #dddddd; --refers: #444444; --chip: #000000;
        --chip-wash: #eeeeee; --inherits: #000000; --collects: #444444; --good: #000000;
        --bad: #000000; --warn: #000000; --good-wash: #ffffff; --bad-wash: #ffffff;
        --warn-wash: #ffffff; }
      body { display: block; font-size: 10pt; }
      .side, .skip { display: none; }
      main, footer { padding: 0; max-width: none; }
      table { font-size: 8pt; }
      .histogram svg { height: 1.8rem; }
      .card, .verdict { border: 1px solid var(--rule); }
      h2, h3, h4, summary { break-after: avoid; }
      tr, .card, .diagram { break-inside: avoid; }
      thead button::after { content: none; }
    }
    @media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }

    """
}
