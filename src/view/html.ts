const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text made safe for element content and attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** JSON made safe inside a script element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Colours by Jupyter's own variables where there are any, so that light and dark themes both work; elsewhere by the
 * page's colour scheme. Every rule is below one class, so that nothing of the page around is touched.
 */
export const STYLE = `<style>
.mimir{--m-ink:var(--jp-content-font-color1,CanvasText);--m-soft:var(--jp-content-font-color2,GrayText);--m-line:var(--jp-border-color2,#8886);--m-band:var(--jp-rendermime-table-row-background,#8881);font-family:var(--jp-content-font-family,system-ui,sans-serif);font-size:var(--jp-content-font-size1,14px);color:var(--m-ink);max-width:100%;overflow-x:auto}
.mimir table{border-collapse:collapse;margin:.3em 0;font-size:.92em;color:inherit}
.mimir table tr th,.mimir table tr td{padding:.15em .7em;text-align:left!important;border:0;vertical-align:top;max-width:36em;overflow-wrap:anywhere}
.mimir thead th{border-bottom:1px solid var(--m-line);white-space:nowrap}
.mimir thead th small{display:block;font-weight:normal;color:var(--m-soft)}
.mimir tbody tr:nth-child(even){background:var(--m-band)}
.mimir table tr .num{text-align:right!important;font-variant-numeric:tabular-nums;white-space:nowrap}
.mimir .long{max-height:6em;overflow:auto}
.mimir .none,.mimir .foot{color:var(--m-soft)}
.mimir .foot{font-size:.85em;margin:.2em 0}
.mimir button,.mimir input{font:inherit;color:inherit;background:transparent;border:1px solid var(--m-line);border-radius:3px;padding:.05em .5em}
.mimir thead button{border:0;padding:0;font-weight:bold;cursor:pointer}
.mimir details{margin:.2em 0;border-left:2px solid var(--m-line);padding-left:.7em}
.mimir summary{cursor:pointer}
.mimir code,.mimir pre{font-family:var(--jp-code-font-family,ui-monospace,monospace);font-size:.92em}
.mimir pre{margin:.3em 0;white-space:pre-wrap}
.mimir h3,.mimir h4{margin:.4em 0 .2em;font-size:1em}
.mimir .state{border:1px solid var(--m-line);border-radius:3px;padding:0 .4em;font-size:.85em}
.mimir dl{display:grid;grid-template-columns:max-content auto;gap:.1em .8em;margin:.3em 0}
.mimir dt{color:var(--m-soft)}.mimir dd{margin:0}
.mimir .add{background:#2a93}.mimir .del{background:#d443}.mimir .change{background:#da03}
.mimir svg{max-width:100%;height:auto}
</style>`;

/** A fragment with its own style, ready to stand alone as `text/html`. */
export function fragment(body: string): string {
  return `<div class="mimir">${STYLE}${body}</div>`;
}
