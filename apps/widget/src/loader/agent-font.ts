// The chat's font on the host page, under a name that no page uses.
import latin from '@fontsource-variable/dm-sans/files/dm-sans-latin-wght-normal.woff2?url&no-inline'
import { paintFor } from '../theme.ts'
import type { Launcher } from './launcher.ts'

const NAME = 'Parlance Sans'
let isAdded = false

/**
 * The `font-family` for texts outside the frame; starts loading it. Text that is shown before the font has arrived keeps
 * the fallback, so that it does not move; so do pages whose policy blocks our font.
 */
export function agentFont({ agent, config }: Pick<Launcher, 'agent' | 'config'>): string {
  const { font } = paintFor(agent)
  if (agent.fontFamily !== 'DM Sans') return font
  if (!isAdded) {
    isAdded = true
    try {
      const face = new FontFace(NAME, `url(${config.origin}${latin})`, { weight: '100 1000', display: 'optional' })
      document.fonts.add(face)
      face.load().catch(() => undefined)
    } catch {
      // Falls back to the next font.
    }
  }
  return `"${NAME}",${font}`
}
