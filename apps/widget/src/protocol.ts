// What the loader in the host page and the chat frame say to each other, and whom each of them believes.
// Nothing of the conversation and no key crosses: the host page learns that something happened, not what.

/** How the host page shows the chat. */
export interface Shown {
  readonly open: boolean
  /** Fills a small screen. */
  readonly phone: boolean
  /** Nothing beside the chat closes it, so it has a button for that itself. */
  readonly closable: boolean
  /** Opened by the visitor, whose next word belongs into the field; false where it stands open by itself. */
  readonly focus: boolean
}

export type ToFrame =
  | { readonly type: 'page'; readonly url: string; readonly title: string }
  /** Sent last after every `ready`. */
  | ({ readonly type: 'shown' } & Shown)
  /** Who the host page says the visitor is: a signed token, or null for nobody any more. */
  | { readonly type: 'user'; readonly token: string | null }
  /** Said by the host page as if the visitor had written it. */
  | { readonly type: 'push'; readonly text: string }
  | { readonly type: 'restart' }

export type ChatEvent = 'new_message' | 'new_turn' | 'chat_restart' | 'handoff_requested' | 'chat_ended'
export type ToHost =
  | { readonly type: 'ready' }
  | { readonly type: 'close' }
  | { readonly type: 'event'; readonly name: ChatEvent }
  /** Messages the visitor has not seen. */
  | { readonly type: 'unread'; readonly count: number }
  /** Whether this visitor has a conversation, so that the next page prepares the chat before it is opened. */
  | { readonly type: 'talking'; readonly yes: boolean }

/** The parts of a MessageEvent that decide whether it is believed. */
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

/** The message when it comes from exactly this window and origin; undefined for everything else. Its content is unchecked. */
export function opened(event: Incoming, peer: Peer): Record<string, unknown> | undefined {
  if (event.origin !== peer.origin || event.source !== peer.window || !event.source) return undefined
  const body = (event.data as Record<string, unknown> | null | undefined)?.[MARK]
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : undefined
}

/** Longest text and token a host page may hand over, in characters. */
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

/** Where the frame of an agent lives; the fragment tells it which origin its host claims, so that it answers no other. */
export const frameUrl = (origin: string, region: string, agentId: string, hostOrigin: string) =>
  `${origin}/widget/frame/${region}/${encodeURIComponent(agentId)}#${encodeURIComponent(hostOrigin)}`
