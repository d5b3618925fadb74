// The frame's side of the host protocol: how the page shows the chat, where the visitor is, what the chat reports.
import { readToFrame, targetOf, wrap, type ChatEvent, type Shown, type ToFrame, type ToHost } from '../protocol.ts'
import type { Page } from './chat-controller.ts'

export type HostState = Shown

export interface Host {
  /** False when the chat is a page itself. */
  readonly framed: boolean
  readonly state: () => HostState
  readonly page: () => Page | undefined
  readonly subscribe: (listener: () => void) => () => void
  /** Resolves when the host page has sent its first state (user, page, visibility); at once without a host. */
  readonly settled: Promise<void>
  /** Gets the visitor's signed token, or null when they have left; replays what was said before. */
  readonly onUser: (listener: (token: string | null) => void) => void
  /** Gets text that the page sends as the visitor. */
  readonly onPush: (listener: (text: string) => void) => void
  readonly onRestart: (listener: () => void) => void
  readonly close: () => void
  readonly tell: (name: ChatEvent) => void
  readonly unread: (count: number) => void
  /** Whether this visitor has a conversation. */
  readonly talking: (yes: boolean) => void
}

export interface FrameWindow extends Pick<Window, 'addEventListener'> {
  readonly parent: { readonly postMessage: (message: unknown, targetOrigin: string) => void }
}

/** The origin claimed by the loader in the fragment, the only one the frame talks to. */
function claimedOrigin(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return ''
  }
}

/** A single listener that receives earlier messages too: every one, or only the last. */
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

/** @param fragment the fragment of the frame's address without `#` */
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
