// This tab's test conversation and its setup, to resume after a reload.
import type { Region } from '@parlance/contract/lib/regions'
import type { PanelState, Remembered } from './panel-state.ts'
import { CHANNEL_CHOICES, NO_SETUP } from './setup.ts'

const keyOf = (region: Region, agentId: string) => `parlance-test/${region}/${agentId}`

/** Undefined when there is none or storage is unavailable. */
export function recall(region: Region, agentId: string): Remembered | undefined {
  try {
    return read(JSON.parse(sessionStorage.getItem(keyOf(region, agentId)) ?? 'null'))
  } catch {
    return undefined
  }
}

/** Settings for a single message are not stored. */
export function remember(
  region: Region,
  agentId: string,
  state: Omit<PanelState, 'entries' | 'running' | 'turnId'>,
): void {
  const { conversationId, visitorId, cut } = state
  const { published, channel } = state.setup
  const isPlain = !conversationId && !published && channel === undefined
  try {
    if (isPlain) sessionStorage.removeItem(keyOf(region, agentId))
    else
      sessionStorage.setItem(
        keyOf(region, agentId),
        JSON.stringify({ conversationId, visitorId, cut, published, channel }),
      )
  } catch {
    // Without storage the conversation lasts as long as the page.
  }
}

function read(kept: unknown): Remembered | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined
  const { conversationId, visitorId, cut, published, channel } = kept as Record<string, unknown>
  if (typeof conversationId !== 'string' || typeof visitorId !== 'string') return undefined
  const known = CHANNEL_CHOICES.find((choice) => choice === channel)
  return {
    conversationId,
    visitorId,
    ...(typeof cut === 'number' ? { cut } : {}),
    setup: { ...NO_SETUP, published: published === true, channel: known },
  }
}
