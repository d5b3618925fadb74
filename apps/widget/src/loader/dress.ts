// Adds a sheet to those of a widget; made by script, so that no policy against inline styles reaches it.
import type { Stage } from './stage.ts'

export function dress({ root }: Pick<Stage, 'root'>, css: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
