// The connection that receives events from Discord: sends heartbeats, resumes after a cut, and identifies again where resuming is refused.
import { setTimeout as sleep } from 'node:timers/promises'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { z } from 'zod'

/** Servers and their threads, messages, direct messages, and message content. */
export const INTENTS = 1 + 512 + 4096 + 32_768
const OP = { dispatch: 0, heartbeat: 1, identify: 2, resume: 6, reconnect: 7, invalid: 9, hello: 10, ack: 11 } as const
interface Problem {
  readonly log: string
  readonly message: MessageDescriptor
}
const refusedFor = (log: string): Problem => ({ log, message: msg('discord_gateway_refused') })
const TOKEN_REFUSED = 4004
/** Only the operator can fix these. */
const FATAL: Readonly<Record<number, Problem>> = {
  [TOKEN_REFUSED]: { log: 'Discord refuses the token of the bot.', message: msg('discord_token_refused') },
  4010: refusedFor('The shard is wrong.'),
  4011: refusedFor('The bot is in so many servers that it needs shards.'),
  4012: refusedFor('This version of the gateway is no longer served.'),
  4013: refusedFor('The intents are wrong.'),
  4014: {
    log: 'The bot may not read messages. Turn on the Message Content intent in Discord’s developer portal.',
    message: msg('discord_no_content'),
  },
}
/** The HTTP API refuses the token. */
export class TokenRefusedError extends Error {}
const RESUMABLE = new Set([4000, 4001, 4002, 4005, 4008])
const BACKOFF_MS = [500, 1000, 2000, 5000, 15_000, 30_000] as const
const FATAL_WAIT_MS = 60_000

const Frame = z.looseObject({
  op: z.number(),
  d: z.unknown().optional(),
  s: z.number().nullish(),
  t: z.string().nullish(),
})
const Session = z.object({ id: z.string(), url: z.string(), seq: z.number() })
export type Session = z.infer<typeof Session>

export interface GatewayDeps {
  readonly token: string
  readonly url: () => Promise<string>
  /** Checks the resume URL, which comes from Discord. */
  readonly isOurs: (url: string) => boolean
  readonly state: unknown
  readonly keep: (state: Session | undefined) => Promise<void>
  /** Shows users why nothing arrives. */
  readonly report: (problem: MessageDescriptor) => Promise<void>
  /** Resolves once the event is stored. Events are handled in order. */
  readonly handle: (event: string, data: unknown) => Promise<void>
  readonly signal: AbortSignal
  readonly log: { info: (data: object, text: string) => void; error: (data: object, text: string) => void }
}

export async function runGateway(deps: GatewayDeps): Promise<void> {
  const { signal, log } = deps
  let session = Session.safeParse(deps.state).data
  let failures = 0
  const again = () => signal.aborted
  while (!again()) {
    const end = await connectOnce(deps, session).catch((error: unknown) => ({
      session,
      code: error instanceof TokenRefusedError ? TOKEN_REFUSED : 0,
      isResumable: true,
      wasReady: false,
      reason: error instanceof Error ? error.message : 'failed',
    }))
    session = end.isResumable ? end.session : undefined
    if (!end.isResumable) await deps.keep(undefined).catch(() => undefined)
    if (again()) break
    failures = end.wasReady ? 0 : failures + 1
    const fatal = FATAL[end.code]
    if (fatal) {
      log.error({ code: end.code }, `Discord: ${fatal.log}`)
      await deps.report(fatal.message).catch(() => undefined)
    } else
      log.info({ code: end.code, reason: end.reason, resumes: session !== undefined }, 'the gateway of Discord was cut')
    const wait = fatal ? FATAL_WAIT_MS : (BACKOFF_MS[Math.min(failures, BACKOFF_MS.length - 1)] ?? 1000)
    await sleep(wait, undefined, { signal }).catch(() => undefined)
  }
}

interface End {
  readonly session: Session | undefined
  readonly code: number
  readonly isResumable: boolean
  readonly wasReady: boolean
  readonly reason: string
}

const SAVE_MS = 1000
const HANDSHAKE_MS = 20_000

async function connectOnce(deps: GatewayDeps, before: Session | undefined): Promise<End> {
  const { signal, token } = deps
  const resumes = before !== undefined && deps.isOurs(before.url)
  const base = resumes ? before.url : await deps.url()
  const socket = new WebSocket(`${base.replace(/\/$/, '')}/?v=10&encoding=json`)
  let session = resumes ? before : undefined
  let received = session?.seq ?? null
  let wasReady = false
  let isAcknowledged = true
  let isResumable = true
  let heart: NodeJS.Timeout | undefined
  let savedSeq = session?.seq
  let queue: Promise<void> = Promise.resolve()
  const send = (op: number, d: unknown) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ op, d }))
  }
  const beat = () => {
    // No heartbeat was acknowledged: the connection is dead although it is open.
    if (!isAcknowledged) return socket.close(4000, 'no answer')
    isAcknowledged = false
    send(OP.heartbeat, received)
  }
  const save = async () => {
    if (!session || savedSeq === session.seq) return
    savedSeq = session.seq
    await deps.keep(session).catch(() => (savedSeq = undefined))
  }
  const store = async (event: string, data: unknown, seq: number) => {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        await deps.handle(event, data)
        if (session) session = { ...session, seq }
        return
      } catch (error) {
        // Later events are held back meanwhile so that none is lost.
        deps.log.error({ err: error, event }, 'an event of Discord waits')
        await sleep(Math.min(500 * 2 ** attempt, 15_000), undefined, { signal }).catch(() => undefined)
      }
    }
  }
  const onFrame = (text: string) => {
    const frame = Frame.safeParse(JSON.parse(text))
    if (!frame.success) return
    const { op, d, s, t } = frame.data
    switch (op) {
      case OP.hello: {
        const { heartbeat_interval: every } = z.looseObject({ heartbeat_interval: z.number().positive() }).parse(d)
        clearTimeout(handshake)
        heart = setTimeout(() => {
          beat()
          heart = setInterval(beat, every)
        }, every * Math.random())
        if (resumes) send(OP.resume, { token, session_id: before.id, seq: before.seq })
        else {
          const properties = { os: 'linux', browser: 'parlance', device: 'parlance' }
          send(OP.identify, { token, intents: INTENTS, properties })
        }
        return
      }
      case OP.heartbeat:
        return send(OP.heartbeat, received)
      case OP.ack:
        isAcknowledged = true
        return
      case OP.reconnect:
        return socket.close(4000, 'reconnect')
      case OP.invalid:
        isResumable = d === true
        return socket.close(4000, 'invalid session')
      case OP.dispatch: {
        const seq = s ?? received ?? 0
        received = seq
        if (t === 'READY') {
          const ready = z.looseObject({ session_id: z.string(), resume_gateway_url: z.string() }).parse(d)
          session = { id: ready.session_id, url: ready.resume_gateway_url, seq }
        }
        if (t === 'READY' || t === 'RESUMED') wasReady = true
        if (typeof t === 'string') queue = queue.then(() => store(t, d, seq))
        return
      }
      default:
    }
  }
  const handshake = setTimeout(() => socket.close(4000, 'no hello'), HANDSHAKE_MS)
  const saving = setInterval(() => void save(), SAVE_MS)
  const stop = () => socket.close(4000, 'closing')
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  const { code, reason } = await new Promise<{ code: number; reason: string }>((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      try {
        onFrame(String(data))
      } catch (error) {
        deps.log.error({ err: error }, 'a frame of Discord is not readable')
      }
    })
    socket.addEventListener('close', (event) => resolve({ code: event.code, reason: event.reason }))
    // A failed connection attempt emits no close event.
    socket.addEventListener('error', () => setTimeout(resolve, 50, { code: 1006, reason: 'not reached' }))
  })
  signal.removeEventListener('abort', stop)
  clearTimeout(handshake)
  clearTimeout(heart)
  clearInterval(heart)
  clearInterval(saving)
  await queue
  await save()
  const isCut = code < 4000 || RESUMABLE.has(code)
  return { session, code, isResumable: isResumable && isCut && session !== undefined, wasReady, reason }
}
