// The frame's side of the talk with the page around it: what it shows of us, where the visitor is, what we report.
import { readToFrame, targetOf, wrap, type ChatEvent, type ToHost } from '../protocol.ts'
import type { Page } from './engine.ts'

export interface HostState {
  readonly open: boolean
  readonly phone: boolean
}

export interface Host {
  /** False when the chat is a page of its own. */
  readonly framed: boolean
  readonly state: () => HostState
  readonly page: () => Page | undefined
  readonly subscribe: (listener: () => void) => () => void
  readonly close: () => void
  readonly tell: (name: ChatEvent) => void
}

export interface FrameWindow extends Pick<Window, 'addEventListener'> {
  readonly parent: { readonly postMessage: (message: unknown, targetOrigin: string) => void }
  readonly location: { readonly hash: string }
}

/** The origin the loader claims in the fragment; only it is answered, and only it is believed. */
function claimedOrigin(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}

export function openHost(own: FrameWindow): Host {
  const origin = claimedOrigin(own.location.hash)
  const framed = (own.parent as unknown) !== own && origin !== ''
  let state: HostState = { open: !framed, phone: false }
  let page: Page | undefined
  const listeners = new Set<() => void>()
  const say = (message: ToHost) => {
    if (framed) own.parent.postMessage(wrap(message), targetOf(origin))
  }
  if (framed)
    own.addEventListener('message', (event) => {
      const message = readToFrame(event, { origin, window: own.parent })
      if (message?.type === 'page') page = { url: message.url, title: message.title }
      if (message?.type === 'shown') {
        state = { open: message.open, phone: message.phone }
        for (const listener of listeners) listener()
      }
    })
  own.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) say({ type: 'close' })
  })
  say({ type: 'ready' })
  return {
    framed,
    state: () => state,
    page: () => page,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => say({ type: 'close' }),
    tell: (name) => say({ type: 'event', name }),
  }
}
