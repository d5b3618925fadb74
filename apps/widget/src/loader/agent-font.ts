// The chat's own font on the page around it, under a name that no page has.
import latin from '@fontsource-variable/dm-sans/files/dm-sans-latin-wght-normal.woff2?url&no-inline'
import { paintFor } from '../theme.ts'
import type { Launcher } from './launcher.ts'

const NAME = 'Parlance Sans'
let isAdded = false

/** The value of `font-family` for words beside the chat. Pages whose policy allows no font of ours get the next one. */
export function agentFont({ agent, config }: Pick<Launcher, 'agent' | 'config'>): string {
  const { font } = paintFor(agent)
  if (agent.fontFamily !== 'DM Sans') return font
  if (!isAdded) {
    isAdded = true
    try {
      document.fonts.add(new FontFace(NAME, `url(${config.origin}${latin})`, { weight: '100 1000', display: 'swap' }))
    } catch {
      // Without it the words are in the next font.
    }
  }
  return `"${NAME}",${font}`
}
