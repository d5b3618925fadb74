// Adds a sheet to those of a widget; made by script, so that no policy against inline styles reaches it.

/** What a root wears: asked for its own list, the browser makes 5 KB of objects to answer. */
const sheets = new WeakMap<ShadowRoot, CSSStyleSheet[]>()

export function addStyles({ root }: { readonly root: ShadowRoot }, css: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  const all = [...(sheets.get(root) ?? []), sheet]
  sheets.set(root, all)
  root.adoptedStyleSheets = all
}
