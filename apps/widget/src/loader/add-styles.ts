// Adds a constructed style sheet, which policies against inline styles don't affect.

/** Own list of the sheets of a root: the browser's getter allocates 5 KB of objects. */
const sheets = new WeakMap<ShadowRoot, CSSStyleSheet[]>()

export function addStyles({ root }: { readonly root: ShadowRoot }, css: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  const all = [...(sheets.get(root) ?? []), sheet]
  sheets.set(root, all)
  root.adoptedStyleSheets = all
}
