// Parses messages of the chat frame to the host page. Separate from the protocol because the launcher does not need it.
import { opened, type ChatEvent, type Incoming, type Peer, type ToHost } from './protocol.ts'

const CHAT_EVENTS: readonly ChatEvent[] = ['new_message', 'new_turn', 'chat_restart', 'handoff_requested', 'chat_ended']
const MOST_UNREAD = 999

/** Parses an opened message; undefined when it is unknown. */
export function asToHost(body: Record<string, unknown> | undefined): ToHost | undefined {
  switch (body?.['type']) {
    case 'ready':
    case 'close':
      return { type: body['type'] }
    case 'event': {
      const name = CHAT_EVENTS.find((entry) => entry === body['name'])
      return name && { type: 'event', name }
    }
    case 'unread': {
      const count = Number(body['count'])
      return count >= 0 ? { type: 'unread', count: Math.min(Math.floor(count), MOST_UNREAD) } : undefined
    }
    case 'talking':
      return { type: 'talking', yes: body['yes'] === true }
    default:
      return undefined
  }
}

export const readToHost = (event: Incoming, frame: Peer) => asToHost(opened(event, frame))
