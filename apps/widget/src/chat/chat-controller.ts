// Executes the commands of the session reducer (calls, timers, storage) and dispatches their results.
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
import type { Queue } from './queue-storage.ts'
import { unacknowledged } from './session/message-queue.ts'
import { firstHandlers, createReducer, type Reduce } from './session/initial.ts'
import { EMPTY, type Command, type Session, type SessionEvent } from './session/state.ts'

export interface Page {
  readonly url: string
  readonly title: string
}

export interface ControllerParts {
  readonly api: Api
  readonly identity: Identity
  readonly queue: Queue
  readonly key: string
  /** Sends consent with every message; the visitor has agreed before. */
  readonly consents: boolean
  readonly language: () => string
  /** The page the visitor is on, once the host has reported it. */
  readonly page: () => Page | undefined
  readonly tell: (name: ChatEvent) => void
}

export interface ChatController {
  readonly state: () => Session
  readonly subscribe: (listener: () => void) => () => void
  readonly dispatch: (event: SessionEvent) => void
  readonly send: (text: string, submission?: Submission, attachments?: readonly Attached[]) => void
  /** Stores a file for a form and returns its address. */
  readonly upload: (file: File, onProgress: OnProgress) => Promise<string>
  readonly attach: Api['attach']
  readonly detach: Api['detach']
  readonly own: Api['own']
  /**
   * Called when the chat is shown or hidden: checks availability and switches between an own and a shared live
   * connection.
   */
  readonly show: (visible: boolean) => void
}

export type Dispatch = (event: SessionEvent) => void
type Runner<D extends Command['do']> = (command: Extract<Command, { do: D }>) => void
export type Runners<D extends Command['do']> = { readonly [K in D]: Runner<K> }
type Start = (onPart: Parameters<Api['post']>[1], signal: AbortSignal) => Promise<void>

/** NUL and lone surrogates (a cut text may end with one): no server accepts them, so retrying is pointless. */
// oxlint-disable-next-line no-control-regex
const UNSTORABLE = /[\0\p{Cs}]/gu

/** Runs one turn's stream at a time and ignores events of an abandoned one. */
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

/** Statuses that mean the conversation does not exist for this visitor. */
const GONE = [401, 403, 404]

const READ_MS = 300

function createRunner({ api, consents, identity, language, page, tell }: ControllerParts, dispatch: Dispatch) {
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
        // A response that arrives after a later one is outdated.
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
    // If the stop request fails, the answer goes on and the stream reports how it ends.
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
      // Uses the reader's current key, also when the visitor has changed or been identified meanwhile.
      const key = identity.visitorId()
      const keyNow = () => (identity.conversationId() === conversationId ? identity.visitorId() : key)
      // A failed receipt is covered by the next one.
      readTimer = setTimeout(
        () => void api.own(`conversations/${conversationId}/read`, { seq }, keyNow()).catch(() => undefined),
        READ_MS,
      )
    },
    tell: ({ name }) => tell(name),
  }
  return (command: Command) => (runners[command.do] as Runner<Command['do']>)(command as never)
}

function followLazily({ api, key, page }: ControllerParts, state: () => Session, dispatch: Dispatch) {
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
    // A conversation that begins here starts with its first turn; any other has been read before.
    if (liveUpdates) return liveUpdates.follow(conversationId, turn === undefined)
    if (isComing || conversationId === undefined) return
    isComing = true
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
const LEADS_ON: ReadonlySet<Command['do']> = new Set(['load', 'post', 'follow'])

/** Loads the full rules with the first call and queues the events that need them. */
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
    /** Undefined while the rules for this event are loading; the event is dispatched again afterwards. */
    of: (event: SessionEvent): Reduce | undefined => {
      if (reduce || event.type in firstHandlers) return reduce ?? first
      late = [...late, event]
      fetchAll()
      return undefined
    },
  }
}

export function createChatController(
  parts: ControllerParts,
  fetchRules = () => import('./session/session.ts'),
): ChatController {
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
      // Unknown does not mean unavailable: the server decides again on every message.
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
