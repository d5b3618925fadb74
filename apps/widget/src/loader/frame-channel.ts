// The loader's side of the frame protocol, and the frame, created on demand.
import type { PublicAgent } from '@parlance/contract/agents/schemas'
import { frameUrl, OPAQUE, opened, wrap, type ToFrame } from '../protocol.ts'
import type { EmbedConfig } from './config.ts'

export interface FrameChannel {
  /** Creates the frame if there is none. */
  readonly prepare: () => HTMLIFrameElement
  /** Sends to a listening frame, otherwise drops the message. */
  readonly say: (message: ToFrame) => void
  /** Sends to the frame, creating it and queueing the message if necessary. */
  readonly send: (message: ToFrame) => void
  /** The visitor's token, sent whenever the frame starts. */
  readonly setUser: (token: unknown) => void
}

/** Missing in the DOM's types. */
type Credentialless = HTMLIFrameElement & { credentialless: boolean }

/** `hear` gets unvalidated messages of the frame and of no one else. */
export function openFrameChannel(
  { origin, region, user: token }: EmbedConfig,
  agent: PublicAgent,
  parent: HTMLElement,
  signal: AbortSignal,
  hear: (body: Record<string, unknown>) => void,
): FrameChannel {
  // A frame in a sandboxed page has no origin either.
  const outside = self.origin
  const inside = outside === OPAQUE ? outside : origin
  let frame: HTMLIFrameElement | undefined
  let isListening = false
  const waiting: ToFrame[] = []
  let user: ToFrame | undefined = token ? { type: 'user', token } : undefined
  const say = (message: ToFrame) => {
    if (isListening) frame?.contentWindow?.postMessage(wrap(message), inside === origin ? origin : '*')
  }
  const prepare = () => {
    if (!frame) {
      frame = document.createElement('iframe')
      frame.title = agent.title
      frame.allow = agent.allowVoiceNotes || agent.webCalls ? 'clipboard-write;microphone' : 'clipboard-write'
      // A cross-origin isolated page embeds only credentialless frames.
      if (window.crossOriginIsolated) (frame as Credentialless).credentialless = true
      frame.src = frameUrl(origin, region, agent.ID, outside)
      parent.append(frame)
    }
    return frame
  }
  addEventListener(
    'message',
    (event) => {
      const body = opened(event, { origin: inside, window: frame?.contentWindow })
      if (!body) return
      const isReady = body['type'] === 'ready'
      isListening ||= isReady
      if (isReady && user) say(user)
      hear(body)
      if (isReady) for (const message of waiting.splice(0)) say(message)
    },
    { signal },
  )
  return {
    prepare,
    say,
    send: (message) => {
      prepare()
      if (isListening) say(message)
      else waiting.push(message)
    },
    setUser: (next) => say((user = { type: 'user', token: next ? String(next) : null })),
  }
}
