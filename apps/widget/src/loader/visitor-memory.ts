// The widget's flags in the host page's storage, none of them about the conversation's content.
import type { EmbedConfig } from './config.ts'

/**
 * `talking`: the visitor has a conversation. `dismissed`: when the bubble was dismissed, in milliseconds. `open`: per
 * tab.
 */
export type Fact = 'talking' | 'dismissed' | 'open'

export const keyOf = ({ region, agentId }: EmbedConfig, fact: Fact) => `parlance.${region}.${agentId}.${fact}`

/** Null without storage, which pages and browsers may deny. */
export function recall(config: EmbedConfig, fact: Fact): string | null {
  try {
    return localStorage.getItem(keyOf(config, fact))
  } catch {
    return null
  }
}

export function remember(config: EmbedConfig, fact: Fact, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(keyOf(config, fact))
    else localStorage.setItem(keyOf(config, fact), value)
  } catch {
    // Behaves as on a first visit.
  }
}

const DAY_MS = 86_400_000

/** Whether the bubble was dismissed within a day before `now`. Ignores times in the future. */
export function isDismissed(stored: string | null, now: number): boolean {
  const at = Number(stored ?? NaN)
  return now - at >= 0 && now - at <= DAY_MS
}

/** Whether this tab shows the chat, so that the site's next page shows it too. */
export const wasOpen = (config: EmbedConfig): boolean => {
  try {
    return sessionStorage.getItem(keyOf(config, 'open')) === '1'
  } catch {
    return false
  }
}
export function rememberOpen(config: EmbedConfig, open: boolean): void {
  try {
    sessionStorage.setItem(keyOf(config, 'open'), open ? '1' : '0')
  } catch {
    // The next page starts closed.
  }
}
