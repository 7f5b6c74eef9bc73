/** How a report looks: on small and large screens, light and dark, and on paper. */
export const PAGE_STYLE: string = [
  'body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;overflow-wrap:break-word}',
  'header,nav,main,footer{max-width:1680px;margin:0 auto;padding:0 clamp(10px,2vw,32px)}',
  'h1{font-size:1.6rem;line-height:1.25;margin:1rem 0 .25rem}h2{font-size:1.3rem;margin:2rem 0 .5rem;padding-top:.5rem;border-top:1px solid var(--grid)}h3{font-size:1rem;margin:0 0 .25rem}',
  'a{color:var(--s0)}:focus-visible{outline:3px solid var(--s0);outline-offset:2px}',
  'dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,340px),1fr));gap:.3rem 1.5rem;margin:.75rem 0}dl div{display:flex;gap:.6rem}dt{color:var(--mute);flex:0 0 6.5rem}dd{margin:0;min-width:0}',
  'nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1rem;padding:0;margin:.5rem 0}',
  'p{max-width:75ch;margin:.4rem 0}p.note{color:var(--mute);font-size:.9rem}p.bad{color:var(--s6)}p.note,p.bad{border-left:3px solid currentColor;padding-left:.6rem}figure p.note,.scroll+p.note{border:0;padding:0}',
  '.blocks{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,560px),1fr));gap:1.2rem 1.6rem;align-items:start}.blocks>*{min-width:0}.wide{grid-column:1/-1}',
  'figure{margin:0}.chart{display:block;width:100%;max-width:720px;height:auto}.blocks>figure:not(:has(~figure)):not(figure~figure){grid-column:1/-1}.blocks>figure:not(:has(~figure)):not(figure~figure) .chart{max-width:900px}.spy{display:block;max-width:100%;height:auto;border:1px solid var(--mute);image-rendering:pixelated}',
  '.scroll{overflow-x:auto;max-width:100%}table{border-collapse:collapse;width:max-content;font-size:.88rem;font-variant-numeric:tabular-nums}.words{width:auto}caption{text-align:left;font-weight:600;padding:.3rem 0}figure caption{font-weight:400;color:var(--mute)}',
  'th,td{padding:.15rem .6rem .15rem 0;text-align:left;vertical-align:top;max-width:52ch;border-bottom:1px solid var(--grid)}tbody th{font-weight:400}thead th{vertical-align:bottom}thead th[scope=colgroup]{border-bottom:2px solid var(--mute)}.n{text-align:right}td.n{white-space:nowrap}',
  // Shades of a cell, of half a decade each, and beyond the darkest.
  `${Array.from({ length: 8 }, (_, d) => `.d${d + 1}{background:color-mix(in srgb,var(--s0) ${4 * (d + 1)}%,var(--paper))}`).join('')}.over{background:color-mix(in srgb,var(--s6) 30%,var(--paper));font-weight:600}td[class*=" d"],.over{padding-left:.6rem}`,
  'summary{cursor:pointer;color:var(--s0)}.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}',
  'th button{font:inherit;font-weight:600;color:inherit;background:none;border:0;padding:0;text-align:inherit;cursor:pointer;text-decoration:underline dotted}th[aria-sort=ascending] button::after{content:" ▲"}th[aria-sort=descending] button::after{content:" ▼"}',
  '.filter{display:block;margin:.3rem 0;font-size:.9rem}.filter input{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--mute);padding:.15rem .4rem;width:min(100%,20rem)}',
  'footer{margin:2rem auto;color:var(--mute);font-size:.9rem}',
  '@page{margin:14mm}',
  '@media print{body{font-size:10pt}nav,.filter{display:none}.blocks{display:block}figure,dl div,tr{break-inside:avoid}figure{break-inside:avoid;margin-bottom:6mm}h2,h3,caption{break-after:avoid}.chart{max-width:125mm;max-height:215mm}.spy{max-width:90mm;max-height:120mm}thead{display:table-header-group}.scroll{overflow:visible}table{font-size:7pt;width:100%}th,td{padding:.2mm 1mm .2mm 0;max-width:none;overflow-wrap:anywhere}td.n{white-space:normal;overflow-wrap:normal}thead th{overflow-wrap:normal;hyphens:none}details{display:block}details::details-content{content-visibility:visible;display:block;block-size:auto}summary{display:none}figure:has(details table){break-inside:auto}figure>svg,figure>figcaption,figure>img{break-inside:avoid}figcaption{break-after:avoid}a{color:inherit;text-decoration:none}}',
].join('\n');
