// The protocol between the loader and the chat frame, and whom each trusts. No message content and no key crosses: the
// host page learns that something happened, not what.

export interface Shown {
  readonly open: boolean
  /** Fills a small screen. */
  readonly phone: boolean
  /** The chat needs its own close button. */
  readonly closable: boolean
  /** Opened by the visitor, so the field takes the focus; false when it opens by itself. */
  readonly focus: boolean
}

export type ToFrame =
  | { readonly type: 'page'; readonly url: string; readonly title: string }
  /** Sent last after every `ready`. */
  | ({ readonly type: 'shown' } & Shown)
  /** The page's visitor: a signed token, or null after signing out. */
  | { readonly type: 'user'; readonly token: string | null }
  /** Text the host page sends as the visitor. */
  | { readonly type: 'push'; readonly text: string }
  | { readonly type: 'restart' }

export type ChatEvent = 'new_message' | 'new_turn' | 'chat_restart' | 'handoff_requested' | 'chat_ended'
export type ToHost =
  | { readonly type: 'ready' }
  | { readonly type: 'close' }
  | { readonly type: 'event'; readonly name: ChatEvent }
  | { readonly type: 'unread'; readonly count: number }
  /** Whether the visitor has a conversation, so that the next page prepares the frame early. */
  | { readonly type: 'talking'; readonly yes: boolean }

/** The fields of a MessageEvent that decide about trust. */
export interface Incoming {
  readonly origin: string
  readonly source: unknown
  readonly data: unknown
}

export interface Peer {
  readonly origin: string
  readonly window: unknown
}

/** Origin of a page opened from disk or in a sandbox; messages to it can't name a target. */
export const OPAQUE = 'null'
const MARK = 'parlance'

export const targetOf = (origin: string) => (origin === OPAQUE ? '*' : origin)
export const wrap = (message: ToFrame | ToHost) => ({ [MARK]: message })

/** Returns the unvalidated message when it comes from exactly this window and origin, otherwise undefined. */
export function opened(event: Incoming, peer: Peer): Record<string, unknown> | undefined {
  if (event.origin !== peer.origin || event.source !== peer.window || !event.source) return undefined
  const body = (event.data as Record<string, unknown> | null | undefined)?.[MARK]
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : undefined
}

/** Longest text and token from a host page, in characters. */
const MOST_TEXT = 10_000

export function readToFrame(event: Incoming, host: Peer): ToFrame | undefined {
  const body = opened(event, host) ?? {}
  const { type, url, title, token, text } = body
  const is = (name: string) => body[name] === true
  if (type === 'shown')
    return { type, open: is('open'), phone: is('phone'), closable: is('closable'), focus: is('focus') }
  if (type === 'restart') return { type }
  if (type === 'page' && typeof url === 'string' && typeof title === 'string')
    return { type, url: url.slice(0, 2000), title: title.slice(0, 500) }
  if (type === 'user' && (token === null || (typeof token === 'string' && token.length <= MOST_TEXT)))
    return { type, token: token || null }
  if (type === 'push' && typeof text === 'string' && text.trim() !== '')
    return { type, text: text.trim().slice(0, MOST_TEXT) }
  return undefined
}

/** The frame's address; the fragment holds the host's claimed origin, the only one the frame answers. */
export const frameUrl = (origin: string, region: string, agentId: string, hostOrigin: string) =>
  `${origin}/widget/frame/${region}/${encodeURIComponent(agentId)}#${encodeURIComponent(hostOrigin)}`
