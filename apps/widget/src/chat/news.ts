// Keeps one live subscription to the conversation while the chat is visible, and catches up after every gap.
import { Refusal, type Api } from './api.ts'
import { jitter } from './pace.ts'
import type { SessionEvent } from './state.ts'

export interface News {
  /** The conversation to follow; undefined while there is none. */
  readonly follow: (conversationId: string | undefined) => void
  readonly show: (visible: boolean, conversationId: string | undefined) => void
}

const MAX_WAIT_MS = 60_000

export function followNews(api: Api, dispatch: (event: SessionEvent) => void): News {
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
      const ms = Math.min(1000 * 2 ** tries, MAX_WAIT_MS)
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
