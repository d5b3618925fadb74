// The loader's side of the talk with the chat frame, and the frame itself, which is made when it is needed.
import type { PublicAgent } from '@parlance/contract/agents/schemas'
import { frameUrl, OPAQUE, opened, wrap, type ToFrame } from '../protocol.ts'
import type { EmbedConfig } from './config.ts'

export interface FrameChannel {
  /** Makes the frame if there is none. */
  readonly prepare: () => HTMLIFrameElement
  /** To the frame if it listens. */
  readonly say: (message: ToFrame) => void
  /** To the frame, which is made for it; kept until it listens. */
  readonly send: (message: ToFrame) => void
  /** Who the visitor is; said whenever the frame begins. */
  readonly setUser: (token: unknown) => void
}

/** Not in the DOM's types yet. */
type Credentialless = HTMLIFrameElement & { credentialless: boolean }

/** `hear` gets what the frame says, unchecked; whoever else speaks is not heard. */
export function openFrameChannel(
  { origin, region, user: token }: EmbedConfig,
  agent: PublicAgent,
  parent: HTMLElement,
  signal: AbortSignal,
  hear: (body: Record<string, unknown>) => void,
): FrameChannel {
  // A sandboxed page puts what it embeds into its sandbox: the frame has no origin either.
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
      // A page that isolates itself embeds others only without their storage.
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
