import { escapeHtml, STYLE } from './html.js';

const PAGE_STYLE = `<style>
:root{color-scheme:light dark}
body{margin:0 auto;max-width:62rem;padding:1.5rem;font:16px/1.55 system-ui,sans-serif;background:Canvas;color:CanvasText}
h1{font-size:1.6rem}h2{font-size:1.25rem;margin-top:2rem}
pre.code{background:#8881;padding:.7em 1em;border-radius:5px;overflow-x:auto}
pre.code .k{color:light-dark(#8b3cc1,#c99bf0)}pre.code .s{color:light-dark(#1d7a3d,#7fd39a)}
pre.code .c{color:GrayText;font-style:italic}pre.code .n{color:light-dark(#a2530a,#f0b070)}
a{color:LinkText}img{max-width:100%}
blockquote{border-left:3px solid #8886;margin-left:0;padding-left:1em}
.mimir{font-size:15px;margin:.6em 0 1.2em}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:1rem;padding:0;list-style:none}
.cards li{border:1px solid #8886;border-radius:6px;padding:.8em 1em}
.cards h2{font-size:1.05rem;margin:0 0 .3em}
.cards svg{max-width:100%;height:auto}
</style>`;

/** A whole page that stands alone: no script from elsewhere, no font, no picture to load. */
export function htmlPage(title: string, body: string): string {
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeHtml(title)}</title>${STYLE}${PAGE_STYLE}</head><body>`,
    body,
    '</body></html>',
    '',
  ].join('\n');
}
