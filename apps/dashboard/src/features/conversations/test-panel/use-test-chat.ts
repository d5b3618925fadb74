import type { DebugOptions } from '@parlance/contract/conversations/schemas'
import type { Submission } from '@parlance/contract/items/schemas'
import { newMessageId } from '@parlance/contract/lib/ids'
import { apiBase } from '@parlance/contract/lib/regions'
import { useEffect, useReducer, useRef, type Dispatch } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, hasCode } from '../../../lib/errors.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { recall, remember } from './panel-memory.ts'
import { EMPTY, entriesOf, reducePanel, turnOf, type Entry, type PanelEvent, type PanelState } from './panel-state.ts'
import { debugOf, type Setup } from './setup.ts'
import { streamTurn, TurnRefused } from '../../../lib/stream-turn.ts'

interface Options {
  agentId: string
  /** Saves the draft first, so that it answers; false when that failed. */
  beforeSend: () => Promise<boolean>
}

export interface Asking {
  readonly text: string
  readonly submission?: Submission | undefined
  /** Replaces this message and all after it. */
  readonly instead?: Entry | undefined
}

export function useTestChat({ agentId, beforeSend }: Options) {
  const { region, api } = useScope()
  const [state, dispatch] = useReducer(reducePanel, EMPTY, (empty) => ({ ...empty, ...recall(region, agentId) }))
  const { send, abort } = useSend({ agentId, beforeSend }, state, dispatch)
  const { conversationId, visitorId, cut, setup } = state
  useEffect(
    () => remember(region, agentId, { conversationId, visitorId, cut, setup }),
    [region, agentId, conversationId, visitorId, cut, setup],
  )
  useHistory(agentId, dispatch)
  const seqOf = useSeq(agentId, conversationId)

  const ask = async ({ text, submission, instead }: Asking) => {
    if (state.running) return
    const found = instead && (await seqOf(instead))
    if (found === 'gone') return
    // Resends a message the server never accepted under its id; an accepted one gets a new id.
    const id = instead && !turnOf(instead) ? instead.id : newMessageId()
    const rewindTo = Math.min(found ?? Infinity, cut ?? Infinity)
    const debug = debugOf(instead ? again(setup, instead) : setup, Number.isFinite(rewindTo) ? rewindTo : undefined)
    dispatch({ type: 'ask', id, text, submission, debug, from: instead?.id, cut: found })
    await send({ id, text, submission, debug })
  }

  /** Removes a message and all after it; the server deletes them with the next message. */
  const drop = async (entry: Entry) => {
    const found = await seqOf(entry)
    if (found === 'gone') return undefined
    const { entries } = state
    dispatch({ type: 'drop', from: entry.id, cut: found })
    return () => dispatch({ type: 'undrop', entries, cut, left: entries.indexOf(entry) })
  }
  const stop = useStop(agentId, state.turnId, abort)
  const restart = () => {
    abort.current?.abort()
    dispatch({ type: 'restart' })
  }
  const setUp = (next: Setup) => dispatch({ type: 'setup', setup: next })
  const upload = async (file: File) => {
    const filename = file.name.slice(-200)
    const base64Payload = await dataUrl(file)
    return (await api.conversations.uploadFile.call({ agentId, conversationId, filename, base64Payload })).data.url
  }
  return { state, ask, drop, stop, restart, setUp, upload }
}

interface Sending extends Pick<Asking, 'text' | 'submission'> {
  readonly id: string
  readonly debug: DebugOptions | undefined
}

function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error(file.name)))
    reader.readAsDataURL(file)
  })
}

function useSend({ agentId, beforeSend }: Options, state: PanelState, dispatch: Dispatch<PanelEvent>) {
  const { t } = useTranslation()
  const { region } = useScope()
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  const { conversationId, visitorId, setup } = state
  const send = async ({ id, text, submission, debug }: Sending) => {
    const controller = new AbortController()
    abort.current = controller
    if (!setup.published && !(await beforeSend())) notify.info(t('panel.unsavedFirst'))
    try {
      await streamTurn({
        url: `${apiBase(region)}/v2/agents/${agentId}/interact`,
        body: {
          ...(conversationId ? { conversationId, visitorId } : {}),
          message: { id, text, ...(submission ? { submission } : {}) },
          // Dates and numbers follow the tester's browser.
          context: { language: navigator.language },
          draft: !setup.published,
          ...(debug ? { debug } : {}),
        },
        signal: controller.signal,
        onPart: (part) => dispatch({ type: 'part', part }),
      })
      dispatch({ type: 'ended', error: t('panel.broken') })
    } catch (error) {
      if (controller.signal.aborted) return dispatch({ type: 'ended', error: t('panel.stopped') })
      const lost = error instanceof TypeError
      const code = error instanceof TurnRefused ? error.code : undefined
      dispatch({ type: 'ended', error: lost ? t('errors.offline') : (error as Error).message, code })
    }
  }

  return { send, abort }
}

/** A rerun uses the original setup unless another one is chosen now. */
function again(setup: Setup, { debug }: Entry): Setup {
  return {
    ...setup,
    nodeId: setup.nodeId ?? debug?.nodeId,
    variables: { ...debug?.variables, ...setup.variables },
  }
}

/** An entry's sequence number: undefined if never stored, `gone` if deleted. */
function useSeq(agentId: string, conversationId: string) {
  const { t } = useTranslation()
  const { api } = useScope()
  return async (entry: Entry): Promise<number | undefined | 'gone'> => {
    const turnId = turnOf(entry)
    if (entry.seq !== undefined || !turnId) return entry.seq
    try {
      for (let before: number | undefined; ;) {
        const page = await api.conversations.get.call({
          agentId,
          conversationId,
          limit: 200,
          ...(before ? { before } : {}),
        })
        const found = page.messages.find((message) => message.turnId === turnId && message.from === 'user')
        if (found) return found.seq
        if (page.before === null) break
        before = page.before
      }
      notify.error(t('debug.message.gone'))
    } catch (error) {
      notify.error(hasCode(error, 'NOT_FOUND') ? t('debug.message.gone') : errorText(error))
    }
    return 'gone'
  }
}

/** Asks the server to stop, which ends the stream; before a turn exists, aborts the request. */
function useStop(agentId: string, turnId: string, abort: { readonly current: AbortController | undefined }) {
  const { api } = useScope()
  return async () => {
    if (!turnId) return abort.current?.abort()
    try {
      await api.conversations.stop.call({ agentId, turnId })
    } catch {
      abort.current?.abort()
    }
  }
}

/** Reload interval while a transcript's last answer is running, in milliseconds. */
const WRITING_POLL = 1500

/** Restores the conversation after a reload; forgets a deleted one. */
function useHistory(agentId: string, dispatch: Dispatch<PanelEvent>) {
  const { region, api } = useScope()
  useEffect(() => {
    const kept = recall(region, agentId)
    if (!kept?.conversationId) return
    let left = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = async () => {
      try {
        const { conversationId } = kept
        const { messages } = await api.conversations.get.call({ agentId, conversationId, limit: 50 })
        if (left) return
        dispatch({ type: 'restore', entries: entriesOf(messages, kept) })
        if (messages.at(-1)?.status === 'streaming') timer = setTimeout(() => void load(), WRITING_POLL)
      } catch (error) {
        if (!left && hasCode(error, 'NOT_FOUND')) dispatch({ type: 'restart' })
      }
    }
    void load()
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [agentId, api, dispatch, region])
}
