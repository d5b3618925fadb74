// The frame's side of the talk with the page around it: what it shows of us, where the visitor is, what we report.
import { readToFrame, targetOf, wrap, type ChatEvent, type Shown, type ToFrame, type ToHost } from '../protocol.ts'
import type { Page } from './engine.ts'

export type HostState = Shown

export interface Host {
  /** False when the chat is a page of its own. */
  readonly framed: boolean
  readonly state: () => HostState
  readonly page: () => Page | undefined
  readonly subscribe: (listener: () => void) => () => void
  /** Resolves when the host page has said what it knows at first (user, page, whether it shows us); at once when alone. */
  readonly settled: Promise<void>
  /** Hears the signed token of the visitor, or null when they have left; also what was said before anybody listened. */
  readonly onUser: (listener: (token: string | null) => void) => void
  /** Hears what the page says in the visitor's name. */
  readonly onPush: (listener: (text: string) => void) => void
  readonly onRestart: (listener: () => void) => void
  readonly close: () => void
  readonly tell: (name: ChatEvent) => void
  /** How many messages the visitor has not seen. */
  readonly unread: (count: number) => void
  /** Whether this visitor has a conversation. */
  readonly talking: (yes: boolean) => void
}

export interface FrameWindow extends Pick<Window, 'addEventListener'> {
  readonly parent: { readonly postMessage: (message: unknown, targetOrigin: string) => void }
}

/** The origin the loader claims in the fragment; only it is answered, and only it is believed. */
function claimedOrigin(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return ''
  }
}

/** One listener and what was said before it came: every word of it, or the last alone. */
function mailbox<T>(only: 'every' | 'last') {
  let waiting: T[] = []
  let listener: ((value: T) => void) | undefined
  return {
    put: (value: T) => {
      if (listener) listener(value)
      else waiting = only === 'last' ? [value] : [...waiting, value]
    },
    listen: (next: (value: T) => void) => {
      listener = next
      for (const value of waiting.splice(0)) next(value)
    },
  }
}

/** `fragment` of the frame's address, without its mark. */
export function openHost(own: FrameWindow, fragment: string): Host {
  const origin = claimedOrigin(fragment)
  const framed = (own.parent as unknown) !== own && origin !== ''
  let state: HostState = { open: !framed, phone: false, closable: false, focus: true }
  let page: Page | undefined
  const listeners = new Set<() => void>()
  const users = mailbox<string | null>('last')
  const pushed = mailbox<string>('every')
  const restarts = mailbox<undefined>('last')
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>()
  const say = (message: ToHost) => {
    if (framed) own.parent.postMessage(wrap(message), targetOf(origin))
  }
  const hear = (message: ToFrame | undefined) => {
    if (message?.type === 'page') page = { url: message.url, title: message.title }
    else if (message?.type === 'user') users.put(message.token)
    else if (message?.type === 'push') pushed.put(message.text)
    else if (message?.type === 'restart') restarts.put(undefined)
    else if (message) {
      const { open, phone, closable, focus } = message
      state = { open, phone, closable, focus }
      settle()
      for (const listener of listeners) listener()
    }
  }
  if (framed) own.addEventListener('message', (event) => hear(readToFrame(event, { origin, window: own.parent })))
  else settle()
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
    settled,
    onUser: users.listen,
    onPush: pushed.listen,
    onRestart: restarts.listen,
    close: () => say({ type: 'close' }),
    tell: (name) => say({ type: 'event', name }),
    unread: (count) => say({ type: 'unread', count }),
    talking: (yes) => say({ type: 'talking', yes }),
  }
}
