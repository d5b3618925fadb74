// Keeps one live subscription and catches up after every gap: an own one while the chat is visible, one shared by all
// tabs otherwise.
import type { LiveEvent } from '@parlance/contract/conversations/schemas'
import { type Api } from './api.ts'
import { type HostPage, reportPages } from './page-reports.ts'
import { Refusal } from './refusal.ts'
import { jitter } from './jitter.ts'
import type { SharedConnection } from './shared-connection.ts'
import type { SessionEvent } from './session/state.ts'

export interface LiveUpdates {
  /**
   * The conversation to follow, if any. `wasRead`: its transcript was read before, so later messages may be missing.
   */
  readonly follow: (conversationId: string | undefined, wasRead?: boolean) => void
  readonly show: (visible: boolean) => void
}

const MAX_WAIT_MS = 60_000
type OnEvent = (event: LiveEvent) => void

/** Retries until ended or refused, at once when the network is back; calls `onGap` with the first event after a possible gap. */
function connect(api: Api, conversationId: string, gap: boolean, onEvent: OnEvent, onGap: () => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  let missed = gap
  const open = () => {
    timer = undefined
    const again = () => {
      missed = true
      if (!signal.aborted) timer = setTimeout(open, jitter(Math.min(1000 * 2 ** tries++, MAX_WAIT_MS)))
    }
    const heard = (event: LiveEvent) => {
      if (signal.aborted) return
      tries = 0
      if (missed) onGap()
      missed = false
      onEvent(event)
    }
    api.live(conversationId, heard, signal).then(again, (error: unknown) => {
      if (!(error instanceof Refusal && error.status < 500 && error.status !== 429)) again()
    })
  }
  open()
  const reopen = () => {
    tries = 0
    if (timer === undefined) return
    clearTimeout(timer)
    open()
  }
  addEventListener('online', reopen, { signal })
  return () => {
    clearTimeout(timer)
    controller.abort()
  }
}

export function followLiveUpdates(
  api: Api,
  connection: SharedConnection,
  dispatch: (event: SessionEvent) => void,
  page: () => HostPage | undefined = () => undefined,
): LiveUpdates {
  const report = reportPages(api, page)
  let visible = false
  let wanted: string | undefined
  let mayMiss = false
  let followed = ''
  let seen: string | undefined
  let end = () => {}
  const tell = (event: LiveEvent) => dispatch({ type: 'live', event })
  const settle = () => {
    const next = wanted === undefined ? '' : `${wanted} ${visible}`
    if (next === followed) return
    followed = next
    end()
    end = () => {}
    if (wanted === undefined) return
    const id = wanted
    const open = (onEvent: OnEvent) => {
      const gap = mayMiss || seen === id
      seen = id
      return connect(api, id, gap, onEvent, () => dispatch({ type: 'sync' }))
    }
    end = visible ? open(tell) : connection.follow(id, open, tell)
  }
  return {
    follow: (conversationId, wasRead = false) => {
      wanted = conversationId
      mayMiss = wasRead
      report(conversationId)
      settle()
    },
    show: (now) => {
      visible = now
      settle()
    },
  }
}
