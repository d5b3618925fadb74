// What the loader in the host page and the chat frame say to each other, and whom each of them believes.
// Nothing of the conversation and no key crosses: the host page learns that something happened, not what.

export type ToFrame =
  | { readonly type: 'page'; readonly url: string; readonly title: string }
  | { readonly type: 'shown'; readonly open: boolean; readonly phone: boolean }

export type ChatEvent = 'new_message' | 'new_turn'
export type ToHost =
  | { readonly type: 'ready' }
  | { readonly type: 'close' }
  | { readonly type: 'event'; readonly name: ChatEvent }

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
const OPAQUE = 'null'
const MARK = 'parlance'

export const targetOf = (origin: string) => (origin === OPAQUE ? '*' : origin)
export const wrap = (message: ToFrame | ToHost) => ({ [MARK]: message })

/** The message when it comes from exactly this window and origin; undefined for everything else. */
function open(event: Incoming, peer: Peer): Record<string, unknown> | undefined {
  if (event.origin !== peer.origin || event.source !== peer.window || !event.source) return undefined
  const body = (event.data as Record<string, unknown> | null | undefined)?.[MARK]
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : undefined
}

export function readToHost(event: Incoming, frame: Peer): ToHost | undefined {
  const body = open(event, frame)
  if (body?.['type'] === 'ready' || body?.['type'] === 'close') return { type: body['type'] }
  const name = body?.['name']
  if (body?.['type'] === 'event' && (name === 'new_message' || name === 'new_turn')) return { type: 'event', name }
  return undefined
}

export function readToFrame(event: Incoming, host: Peer): ToFrame | undefined {
  const body = open(event, host)
  if (body?.['type'] === 'shown') return { type: 'shown', open: body['open'] === true, phone: body['phone'] === true }
  const { url, title } = body ?? {}
  if (body?.['type'] === 'page' && typeof url === 'string' && typeof title === 'string')
    return { type: 'page', url: url.slice(0, 2000), title: title.slice(0, 500) }
  return undefined
}

/** Where the frame of an agent lives; the fragment tells it which origin its host claims, so that it answers no other. */
export const frameUrl = (origin: string, region: string, agentId: string, hostOrigin: string) =>
  `${origin}/widget/frame/${region}/${encodeURIComponent(agentId)}#${encodeURIComponent(hostOrigin)}`
