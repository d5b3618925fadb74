// How long after a visitor's last message a person may answer freely on a channel.
import { DAY_MS } from '../lib/time.ts'
import type { ChannelId } from './list.ts'

export const REPLY_WINDOW_MS: Readonly<Partial<Record<ChannelId, number>>> = {
  whatsapp: DAY_MS,
  // People have seven days there; the agent has one.
  messenger: 7 * DAY_MS,
  instagram: 7 * DAY_MS,
}

/** Milliseconds since 1970; undefined without a limit. */
export function replyWindowEnd(channel: ChannelId, lastFromVisitor: number): number | undefined {
  const window = REPLY_WINDOW_MS[channel]
  return window === undefined ? undefined : lastFromVisitor + window
}
