// Carries out what the session asks for (calls, waiting, remembering) and feeds back what comes of it.
import { newMessageId } from '@parlance/core/kit/ids'
import type { ChatEvent } from '../protocol.ts'
import { Refusal, type Api } from './api.ts'
import type { Identity } from './identity.ts'
import { reduce } from './session.ts'
import { EMPTY, type Command, type Session, type SessionEvent } from './state.ts'

export interface Page {
  readonly url: string
  readonly title: string
}

export interface EngineParts {
  readonly api: Api
  readonly identity: Identity
  readonly language: string
  /** The page the visitor is on, when the host has said it. */
  readonly page: () => Page | undefined
  readonly tell: (name: ChatEvent) => void
}

export interface Engine {
  readonly state: () => Session
  /** Returns the function that ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void
  readonly dispatch: (event: SessionEvent) => void
  readonly send: (text: string) => void
  /** The chat became visible or hidden: asks whether the agent can answer, and follows news only while visible. */
  readonly show: (visible: boolean) => void
}

/** Up to a quarter more, so that many visitors cut off at once do not come back at once. */
const jitter = (ms: number) => ms * (1 + Math.random() / 4)

export function createEngine({ api, identity, language, page, tell }: EngineParts): Engine {
  let state = EMPTY
  let stream: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  const dispatch = (event: SessionEvent) => {
    const step = reduce(state, event, new Date().toISOString())
    state = step.state
    for (const command of step.commands) run(command)
    news.follow(state.conversationId)
    for (const listener of listeners) listener()
  }

  /** One stream of a turn at a time; what an abandoned one still says is not heard. */
  const open = (start: (controller: AbortController, onPart: Parameters<Api['post']>[1]) => Promise<void>) => {
    stream?.abort()
    const own = (stream = new AbortController())
    const heard = (event: SessionEvent) => {
      if (stream === own) dispatch(event)
    }
    start(own, (id, part) => heard({ type: 'part', id, part })).then(
      () => heard({ type: 'closed' }),
      (error: unknown) => heard(error instanceof Refusal ? refusedBy(error) : { type: 'closed' }),
    )
  }

  const load = (conversationId: string, before: number | undefined) => {
    const older = before !== undefined
    api.transcript(conversationId, before).then(
      (transcript) => dispatch({ type: 'transcript', transcript, older }),
      (error: unknown) => {
        const missing = error instanceof Refusal && [401, 403, 404].includes(error.status)
        if (conversationId === state.conversationId) dispatch({ type: 'noTranscript', missing, older })
      },
    )
  }

  const run = (command: Command) => {
    switch (command.do) {
      case 'load':
        return load(command.conversationId, command.before)
      case 'post': {
        const { conversationId, id, text } = command
        const body = {
          conversationId,
          visitorId: identity.visitorId,
          message: { id, text },
          context: { ...page(), language },
        }
        return open(({ signal }, onPart) => api.post(body, onPart, signal))
      }
      case 'follow':
        return open(({ signal }, onPart) => api.follow(command.turnId, command.after, onPart, signal))
      case 'stop':
        // A stop that does not arrive leaves the answer running; the stream tells how it ended.
        return void api.stop(command.turnId).catch(() => undefined)
      case 'wait':
        clearTimeout(timer)
        timer = setTimeout(() => dispatch({ type: 'wake' }), jitter(command.ms))
        return undefined
      case 'hangUp':
        stream?.abort()
        stream = undefined
        return clearTimeout(timer)
      case 'remember':
        return identity.remember(command.conversationId)
      case 'tell':
        return tell(command.name)
    }
  }

  const news = followNews(api, dispatch)
  identity.onOther((conversationId) => dispatch({ type: 'adopt', conversationId }))
  for (const name of ['online', 'offline'] as const)
    window.addEventListener(name, () => dispatch({ type: 'online', online: name === 'online' }))

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispatch,
    send: (text) => dispatch({ type: 'send', id: newMessageId(), text }),
    show: (visible) => {
      news.show(visible, state.conversationId)
      if (visible)
        api.shouldContinue().then(
          (shouldContinue) => dispatch({ type: 'usage', shouldContinue }),
          // Unknown is not "no": the server decides again with every message.
          () => undefined,
        )
    },
  }
}

const refusedBy = ({ status, code, retryAfter }: Refusal): SessionEvent => ({
  type: 'refused',
  status,
  code,
  retryAfter,
})

/** Keeps one live subscription to the conversation while the chat is visible, and catches up after every gap. */
function followNews(api: Api, dispatch: (event: SessionEvent) => void) {
  let visible = false
  let followed: string | undefined
  let controller: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const connect = (conversationId: string, attempt: number, gap: boolean) => {
    const own = (controller = new AbortController())
    let tries = attempt
    let caughtUp = !gap
    const again = () => {
      if (controller !== own) return
      const ms = Math.min(1000 * 2 ** tries, 60_000)
      timer = setTimeout(() => connect(conversationId, tries + 1, true), jitter(ms))
    }
    api
      .live(
        conversationId,
        (event) => {
          if (controller !== own) return
          tries = 0
          if (!caughtUp) dispatch({ type: 'sync' })
          caughtUp = true
          dispatch({ type: 'live', event })
        },
        own.signal,
      )
      .then(again, (error: unknown) => {
        if (!(error instanceof Refusal && error.status < 500 && error.status !== 429)) again()
      })
  }
  const hangUp = () => {
    clearTimeout(timer)
    controller?.abort()
    controller = undefined
  }
  const follow = (conversationId: string | undefined) => {
    if (!visible || conversationId === followed) return
    hangUp()
    followed = conversationId
    if (conversationId) connect(conversationId, 0, false)
  }
  return {
    follow,
    show: (now: boolean, conversationId: string | undefined) => {
      if (now === visible) return
      visible = now
      if (!now) return hangUp()
      // What was said while hidden is fetched once the subscription stands.
      if (followed && followed === conversationId) connect(followed, 0, true)
      else follow(conversationId)
    },
  }
}
