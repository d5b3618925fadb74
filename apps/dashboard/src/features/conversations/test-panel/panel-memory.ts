// Which test conversation this browser tab is in, so that it goes on after a reload.
import type { Region } from '@parlance/core/kit/regions'
import type { Remembered } from './panel-state.ts'

const keyOf = (region: Region, agentId: string) => `parlance-test/${region}/${agentId}`

/** Undefined when there is none, or when this browser keeps nothing. */
export function recall(region: Region, agentId: string): Remembered | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(region, agentId)) ?? 'null')
    return isRemembered(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

/** An empty conversation id forgets. */
export function remember(region: Region, agentId: string, { conversationId, visitorId }: Remembered): void {
  try {
    if (conversationId) sessionStorage.setItem(keyOf(region, agentId), JSON.stringify({ conversationId, visitorId }))
    else sessionStorage.removeItem(keyOf(region, agentId))
  } catch {
    // Without storage the conversation lasts as long as the page.
  }
}

const isRemembered = (kept: unknown): kept is Remembered =>
  typeof kept === 'object' &&
  kept !== null &&
  'conversationId' in kept &&
  typeof kept.conversationId === 'string' &&
  'visitorId' in kept &&
  typeof kept.visitorId === 'string'
