// API calls of the chat: plain fetch, the visitor's key as bearer, streams parsed as they arrive.
import type { Attachment } from '@parlance/contract/conversations/attachments'
import type { LiveEvent, StreamPart } from '@parlance/contract/conversations/schemas'
import type { PublicAgent } from '@parlance/contract/agents/schemas'
import type { Submission } from '@parlance/contract/items/schemas'
import type { SseEvent } from '@parlance/contract/lib/sse'
import type { Transcript } from './session/state.ts'
import { type OnProgress, Refusal } from './refusal.ts'

export interface Interaction {
  readonly conversationId: string | undefined
  readonly visitorId: string
  readonly message: {
    readonly id: string
    readonly text: string
    readonly submission?: Submission
    readonly attachments?: readonly string[]
  }
  readonly context: { readonly url?: string; readonly title?: string; readonly language?: string }
  readonly consent?: boolean
}

type OnPart = (id: string, part: StreamPart) => void

export interface Usage {
  readonly shouldContinue: boolean
  readonly hasEverPaid: boolean
}

export interface Api {
  readonly agent: () => Promise<PublicAgent>
  /** Whether the agent can answer another message, and whether the owner ever paid. */
  readonly usage: () => Promise<Usage>
  readonly transcript: (conversationId: string, before: number | undefined) => Promise<Transcript>
  /** Stores a file for a form and returns its address, a path of this origin. `onProgress` gets 0 to 1. */
  readonly upload: (conversationId: string, file: File, onProgress: OnProgress) => Promise<string>
  /** Stores a file for the next message, with or without a conversation. */
  readonly attach: (file: File, onProgress: OnProgress, signal: AbortSignal) => Promise<Attachment>
  readonly detach: (id: string) => Promise<unknown>
  readonly stop: (turnId: string) => Promise<unknown>
  /**
   * Calls the agent as this visitor, e.g. `handoff`; POSTs with a body. `key` replaces the visitor's, even if empty.
   */
  readonly own: <T>(path: string, body?: object, key?: string) => Promise<T>
  /** Streams resolve when the server ends them and reject when they break, are refused or aborted. */
  readonly post: (body: Interaction, onPart: OnPart, signal: AbortSignal) => Promise<void>
  readonly follow: (turnId: string, after: string, onPart: OnPart, signal: AbortSignal) => Promise<void>
  readonly live: (conversationId: string, onEvent: (event: LiveEvent) => void, signal: AbortSignal) => Promise<void>
}

const PAGE = 30

async function refusal(response: Response): Promise<Refusal> {
  const body = (await response.json().catch(() => ({}))) as { code?: unknown }
  const wait = Number(response.headers.get('retry-after'))
  return new Refusal(response.status, typeof body.code === 'string' ? body.code : '', Number.isFinite(wait) ? wait : 0)
}

const writing = (headers: Record<string, string>, body: object): RequestInit => ({
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** `base` is `{api}` of the agent's region. */
export function createApi(base: string, agentId: string, visitorId: () => string): Api {
  const id = encodeURIComponent(agentId)
  const agentBase = `${base}/v2/agents/${id}`
  const bearer = (key = visitorId()) => ({ authorization: `Bearer ${key}` })
  const call = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(url, { credentials: 'omit', cache: 'no-store', ...init })
    if (!response.ok) throw await refusal(response)
    return response
  }
  const json = async <T>(url: string, init?: RequestInit) => (await (await call(url, init)).json()) as T
  const read = async (asked: Promise<Response>, onEvent: (event: SseEvent) => void) => {
    const [response, { readEvents }] = await Promise.all([asked, import('./stream.ts')])
    await readEvents(response, onEvent)
  }
  const parts = (onPart: OnPart) => (event: SseEvent) => onPart(event.id, JSON.parse(event.data) as StreamPart)
  const conversation = (conversationId: string) => `${agentBase}/conversations/${encodeURIComponent(conversationId)}`
  const turn = (turnId: string) => `${agentBase}/interact/${encodeURIComponent(turnId)}`
  return {
    agent: async () => (await json<{ data: PublicAgent }>(`${base}/public/agents/${id}`)).data,
    usage: async () => (await json<{ data: Usage }>(`${base}/v2/public/agents/${id}/usage`)).data,
    transcript: (conversationId, before) =>
      json(`${conversation(conversationId)}?limit=${PAGE}${before ? `&before=${before}` : ''}`, { headers: bearer() }),
    upload: async (conversationId, file, onProgress) => {
      const { upload } = await import('./upload.ts')
      const url = `${conversation(conversationId)}/files`
      return (await upload<{ url: string }>({ url, file, headers: bearer(), onProgress })).url
    },
    attach: async (file, onProgress, signal) => {
      const { upload } = await import('./upload.ts')
      return upload<Attachment>({ url: `${agentBase}/attachments`, file, headers: bearer(), onProgress, signal })
    },
    detach: (one) =>
      call(`${agentBase}/attachments/${encodeURIComponent(one)}`, { method: 'DELETE', headers: bearer() }),
    own: (path, body, key) =>
      json(`${agentBase}/${path}`, body ? writing(bearer(key), body) : { headers: bearer(key) }),
    stop: (turnId) => call(`${turn(turnId)}/stop`, { method: 'POST', headers: bearer() }),
    post: async (body, onPart, signal) => {
      await read(call(`${agentBase}/interact`, { ...writing({}, body), signal }), parts(onPart))
    },
    follow: async (turnId, after, onPart, signal) => {
      const headers = after === '' ? bearer() : { ...bearer(), 'last-event-id': after }
      await read(call(turn(turnId), { headers, signal }), parts(onPart))
    },
    live: async (conversationId, onEvent, signal) => {
      const response = call(`${conversation(conversationId)}/live`, { headers: bearer(), signal })
      await read(response, (event) => onEvent(JSON.parse(event.data) as LiveEvent))
    },
  }
}
