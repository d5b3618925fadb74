// Voiceflow's Dialog Manager over HTTP: one call per visitor action, with deadlines, retries, and failures in our
// terms.
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { cut } from '@parlance/contract/lib/text'
import type { Dialogue, DialogueAnswer, DialogueFailure, DialogueSession } from '../../modules/conversations/ports.ts'
import type { Logger } from '../../lib/log.ts'
import { createGuardedFetch } from '../../lib/outbound/guarded-fetch.ts'

export interface VoiceflowOptions {
  /** Without a trailing slash; set by the operator, so it may be inside the network. */
  readonly baseUrl: string
  readonly sandboxed: boolean
  readonly log: Logger
  /** For one attempt including the response body; 45,000 ms when absent. */
  readonly timeoutMs?: number
  /** Before the first retry; 300 ms when absent. */
  readonly pauseMs?: number
}

const TIMEOUT_MS = 45_000
const PAUSE_MS = 300
const RETRIES = 2
const LONGEST_PAUSE_MS = 4000
const MAX_BYTES = 1024 * 1024
/** Characters a header can contain; any other key is invalid. */
const KEY = /^[\x21-\x7e]{1,500}$/

export function createVoiceflow({ baseUrl, sandboxed, log, ...options }: VoiceflowOptions): Dialogue {
  const { hostname, port, protocol } = new URL(baseUrl)
  const { timeoutMs = TIMEOUT_MS, pauseMs = PAUSE_MS } = options
  const fetch = createGuardedFetch({
    allow: [`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`],
    timeoutMs,
    maxBytes: MAX_BYTES,
    onRefused: (reason) => log.info({ reason }, 'a call to Voiceflow failed'),
  })

  async function attempt(method: string, path: string, place: DialogueSession, body?: object): Promise<Attempt> {
    let response: Response
    try {
      response = await fetch(`${baseUrl}/state/user/${encodeURIComponent(place.userId)}${path}`, {
        method,
        // The key goes to the configured address and nowhere else.
        redirect: 'error',
        signal: place.signal,
        headers: {
          authorization: place.key,
          versionID: place.version,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    } catch {
      return { answer: failed('down', msg('voiceflow_unreachable')), pause: undefined }
    }
    return readResponse(response)
  }

  /** Retries calls that Voiceflow did not process: its state only changes when it answers. */
  async function persist(method: string, path: string, place: DialogueSession, body?: object): Promise<DialogueAnswer> {
    if (!KEY.test(place.key)) return failed('refused', WRONG_KEY)
    const end = performance.now() + timeoutMs
    for (let tried = 0; ; tried++) {
      const { answer, pause } = await attempt(method, path, place, body)
      place.signal.throwIfAborted()
      if (answer.ok || !answer.again || tried >= RETRIES) return answer
      const wait = pause ?? pauseMs * 2 ** tried * (0.5 + Math.random())
      if (wait > LONGEST_PAUSE_MS || performance.now() + wait > end) return answer
      await sleep(wait, place.signal)
    }
  }

  return {
    sandboxed,
    interact: (place, action, { verbose }) =>
      persist('POST', '/interact', place, {
        action,
        config: { tts: false, stripSSML: true, excludeTypes: verbose ? [] : ['block', 'debug', 'flow', 'log'] },
      }),
    forget: async (place) => (await persist('DELETE', '', place)).ok,
  }
}

interface Attempt {
  readonly answer: { readonly ok: true; readonly traces: unknown } | (DialogueFailure & { readonly again: boolean })
  readonly pause: number | undefined
}

const failed = (kind: DialogueFailure['kind'], reason: MessageDescriptor) => ({
  ok: false as const,
  kind,
  reason,
  again: kind === 'busy' || kind === 'down',
})

const WRONG_KEY = msg('voiceflow_key_refused')

async function readResponse(response: Response): Promise<Attempt> {
  const after = Number(response.headers.get('retry-after') ?? Number.NaN)
  const pause = Number.isFinite(after) && after >= 0 ? after * 1000 : undefined
  let text: string
  try {
    text = await response.text()
  } catch {
    // Its state may have changed: a retry could skip a step.
    const broken = failed('garbled', msg('voiceflow_broke_off'))
    return { answer: broken, pause }
  }
  if (!response.ok) return { answer: refusalOf(response.status, text), pause }
  try {
    return { answer: { ok: true, traces: text === '' ? [] : JSON.parse(text) }, pause }
  } catch {
    return { answer: failed('garbled', msg('voiceflow_unreadable')), pause }
  }
}

function refusalOf(status: number, body: string) {
  if (status === 401 || status === 403) return failed('refused', WRONG_KEY)
  if (status === 404) return failed('refused', msg('voiceflow_project_unknown'))
  if (status === 429) return failed('busy', msg('voiceflow_rate_limited'))
  if (status >= 500) return failed('down', msg('voiceflow_error', { status }))
  const reason = reasonOf(body)
  return failed(
    'refused',
    reason === ''
      ? msg('voiceflow_message_refused', { status })
      : msg('voiceflow_message_refused_because', { status, reason }),
  )
}

/** The response's error text, with anything that looks like a key masked. */
function reasonOf(body: string): string {
  try {
    const said: unknown = JSON.parse(body)
    const { data, message } = said as { data?: unknown; message?: unknown }
    const reason = [data, message].find((each) => typeof each === 'string' && each !== '')
    if (typeof reason === 'string') return cut(reason.replace(/VF\.\S+/g, 'VF.…'), 200)
  } catch {}
  return ''
}

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
