// Carries out what the session asks for (calls, waiting, remembering) and feeds back what comes of it.
import type { Attached } from '@parlance/contract/conversations/attachments'
import type { Submission } from '@parlance/contract/items/schemas'
import { newMessageId } from '@parlance/contract/lib/ids'
import type { ChatEvent } from '../protocol.ts'
import { type Api } from './api.ts'
import { Refusal } from './refusal.ts'
import type { OnProgress } from './refusal.ts'
import type { Identity } from './identity.ts'
import type { LiveUpdates } from './live-updates.ts'
import { jitter } from './jitter.ts'
import type { Queue } from './queue.ts'
import { unacknowledged } from './session/queue.ts'
import { firstHandlers, createReducer, type Reduce } from './session/initial.ts'
import { EMPTY, type Command, type Session, type SessionEvent } from './session/state.ts'

export interface Page {
  readonly url: string
  readonly title: string
}

export interface EngineParts {
  readonly api: Api
  readonly identity: Identity
  readonly queue: Queue
  /** Under which this browser keeps what belongs to the agent. */
  readonly key: string
  /** Every message says that the visitor has agreed, which they had to before. */
  readonly consents: boolean
  /** The visitor's, as the browser says it. */
  readonly language: () => string
  /** The page the visitor is on, when the host has said it. */
  readonly page: () => Page | undefined
  readonly tell: (name: ChatEvent) => void
}

export interface Engine {
  readonly state: () => Session
  /** Returns the function that ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void
  readonly dispatch: (event: SessionEvent) => void
  /** `submission` where the text comes from an item of an earlier answer. */
  readonly send: (text: string, submission?: Submission, attachments?: readonly Attached[]) => void
  /** Stores a file for a form of the conversation; answers its address. */
  readonly upload: (file: File, onProgress: OnProgress) => Promise<string>
  /** Stores a file for the next message. */
  readonly attach: Api['attach']
  readonly detach: Api['detach']
  readonly own: Api['own']
  /** The chat became visible or hidden: asks whether the agent can answer, and follows news by itself or with other tabs. */
  readonly show: (visible: boolean) => void
}

export type Dispatch = (event: SessionEvent) => void
type Runner<D extends Command['do']> = (command: Extract<Command, { do: D }>) => void
/** What carries out some commands. */
export type Runners<D extends Command['do']> = { readonly [K in D]: Runner<K> }
type Start = (onPart: Parameters<Api['post']>[1], signal: AbortSignal) => Promise<void>

/** NUL, and halves of characters as a cut text can end with: no server takes them, however often they are sent. */
// oxlint-disable-next-line no-control-regex
const UNSTORABLE = /[\0\p{Cs}]/gu

/** One stream of a turn at a time; what an abandoned one still says is not heard. */
function createStream(dispatch: Dispatch) {
  let current: AbortController | undefined
  return {
    open: (start: Start) => {
      current?.abort()
      const own = (current = new AbortController())
      const heard: Dispatch = (event) => {
        if (current === own) dispatch(event)
      }
      start((id, part) => heard({ type: 'part', id, part }), own.signal).then(
        () => heard({ type: 'closed' }),
        (error: unknown) => heard(error instanceof Refusal ? refusedBy(error) : { type: 'closed' }),
      )
    },
    hangUp: () => {
      current?.abort()
      current = undefined
    },
  }
}
const refusedBy = ({ status, code, retryAfter }: Refusal): SessionEvent => ({
  type: 'refused',
  status,
  code,
  retryAfter,
})

/** Answers that mean the conversation is not there for this visitor. */
const GONE = [401, 403, 404]

/** Messages that come together are read together. */
const READ_MS = 300

/** The doing of each command. */
function createRunner({ api, consents, identity, language, page, tell }: EngineParts, dispatch: Dispatch) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let readTimer: ReturnType<typeof setTimeout> | undefined
  const stream = createStream(dispatch)
  let asked = 0
  let shown = 0
  const load = (conversationId: string, before: number | undefined) => {
    const older = before !== undefined
    const number = ++asked
    api.transcript(conversationId, before).then(
      (transcript) => {
        // An earlier answer that comes after a later one says how things stood before.
        if (!older && number < shown) return
        if (!older) shown = number
        dispatch({ type: 'transcript', transcript, older })
      },
      (error: unknown) => {
        const missing = error instanceof Refusal && GONE.includes(error.status)
        dispatch({ type: 'noTranscript', conversationId, missing, older })
      },
    )
  }
  /** Other parts of the chat spread their tables in at the end. */
  const runners: Runners<Command['do']> = {
    load: ({ conversationId, before }) => load(conversationId, before),
    post: ({ conversationId, id, text, submission, attachments }) => {
      const context = { ...page(), language: language() }
      const message = { id, text, ...(submission && { submission }), ...(attachments && { attachments }) }
      const body = {
        conversationId,
        visitorId: identity.visitorId(),
        message,
        context,
        ...(consents && { consent: true }),
      }
      stream.open((onPart, signal) => api.post(body, onPart, signal))
    },
    follow: ({ turnId, after }) => stream.open((onPart, signal) => api.follow(turnId, after, onPart, signal)),
    // A stop that does not arrive leaves the answer running; the stream tells how it ended.
    stop: ({ turnId }) => void api.stop(turnId).catch(() => undefined),
    wait: ({ ms }) => {
      clearTimeout(timer)
      timer = setTimeout(() => dispatch({ type: 'wake' }), jitter(ms))
    },
    hangUp: () => {
      clearTimeout(timer)
      stream.hangUp()
    },
    remember: ({ conversationId }) => identity.remember(conversationId),
    read: ({ conversationId, seq }) => {
      clearTimeout(readTimer)
      // Theirs who read it, whoever sits there by then; under the key it has by then where they have become somebody.
      const key = identity.visitorId()
      const keyNow = () => (identity.conversationId() === conversationId ? identity.visitorId() : key)
      // What is not told now is told with what is read next.
      readTimer = setTimeout(
        () => void api.own(`conversations/${conversationId}/read`, { seq }, keyNow()).catch(() => undefined),
        READ_MS,
      )
    },
    tell: ({ name }) => tell(name),
  }
  return (command: Command) => (runners[command.do] as Runner<Command['do']>)(command as never)
}

/** What follows the news is fetched with the first conversation. */
function followLazily({ api, key, page }: EngineParts, state: () => Session, dispatch: Dispatch) {
  let liveUpdates: LiveUpdates | undefined
  let isComing = false
  let visible = false
  const begin = async () => {
    const [{ followLiveUpdates }, { createSharedConnection }] = await Promise.all([
      import('./live-updates.ts'),
      import('./shared-connection.ts'),
    ])
    liveUpdates = followLiveUpdates(api, createSharedConnection(key), dispatch, page)
    liveUpdates.show(visible)
    follow()
  }
  const follow = () => {
    const { conversationId, turn } = state()
    // A conversation that begins here comes with its first turn; any other was read before.
    if (liveUpdates) return liveUpdates.follow(conversationId, turn === undefined)
    if (isComing || conversationId === undefined) return
    isComing = true
    // Until it is here the next thing that happens tries again.
    begin().catch(() => (isComing = false))
  }
  return {
    follow,
    show: (now: boolean) => {
      visible = now
      if (liveUpdates) liveUpdates.show(now)
      else follow()
    },
  }
}

const RULES_MS = 3000
/** What these lead to is beyond the first rules. */
const LEADS_ON: ReadonlySet<Command['do']> = new Set(['load', 'post', 'follow'])

/** The rules for all that can happen are fetched with the first call; what they are needed for waits for them. */
function createRules(fetch: () => Promise<{ readonly reduce: Reduce }>, dispatch: Dispatch) {
  let reduce: Reduce | undefined
  let isComing = false
  let late: SessionEvent[] = []
  const fetchAll = () => {
    if (isComing) return
    isComing = true
    fetch().then(
      (all) => {
        reduce = all.reduce
        for (const event of late.splice(0)) dispatch(event)
      },
      () => {
        isComing = false
        setTimeout(fetchAll, RULES_MS)
      },
    )
  }
  const first = createReducer(firstHandlers)
  return {
    fetchAll,
    /** Undefined while the rules for this event are still to come; then it is told again. */
    of: (event: SessionEvent): Reduce | undefined => {
      if (reduce || event.type in firstHandlers) return reduce ?? first
      late = [...late, event]
      fetchAll()
      return undefined
    },
  }
}

export function createEngine(parts: EngineParts, fetchRules = () => import('./session/session.ts')): Engine {
  let state = EMPTY
  const listeners = new Set<() => void>()
  const dispatch: Dispatch = (event) => {
    const reduce = rules.of(event)
    if (!reduce) return
    const before = state.entries
    const step = reduce(state, event, new Date().toISOString())
    state = step.state
    if (step.commands.some((command) => LEADS_ON.has(command.do))) rules.fetchAll()
    for (const command of step.commands) run(command)
    liveUpdates.follow()
    if (state.entries !== before) parts.queue.save(unacknowledged(state))
    for (const listener of listeners) listener()
  }
  const rules = createRules(fetchRules, dispatch)
  const run = createRunner(parts, dispatch)
  const liveUpdates = followLazily(parts, () => state, dispatch)
  parts.queue.onGone((ids) => ids.forEach((id) => dispatch({ type: 'unqueue', id })))
  parts.identity.onOther((conversationId) => dispatch({ type: 'adopt', conversationId }))
  for (const name of ['online', 'offline'] as const)
    window.addEventListener(name, () => dispatch({ type: 'online', online: name === 'online' }))

  const askUsage = () =>
    parts.api.usage().then(
      (usage) => dispatch({ type: 'usage', ...usage }),
      // Unknown is not "no": the server decides again with every message.
      () => undefined,
    )
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispatch,
    send: (text, submission, attachments) => {
      const said = text.replace(UNSTORABLE, '')
      // Without a word it may carry files.
      if (said || !text) dispatch({ type: 'send', id: newMessageId(), text: said, submission, attachments })
    },
    upload: (file, onProgress) =>
      state.conversationId
        ? parts.api.upload(state.conversationId, file, onProgress)
        : Promise.reject(new Error('There is no conversation yet')),
    attach: parts.api.attach,
    detach: parts.api.detach,
    own: parts.api.own,
    show: (visible) => {
      liveUpdates.show(visible)
      if (visible) void askUsage()
    },
  }
}
