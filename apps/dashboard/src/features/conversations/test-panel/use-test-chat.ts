import { newMessageId } from '@parlance/core/kit/ids'
import { apiBase } from '@parlance/core/kit/regions'
import { useEffect, useReducer, useRef, type Dispatch } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../../errors.ts'
import { useScope } from '../../../scope.tsx'
import { notify } from '../../../ui/notify.ts'
import { recall, remember } from './panel-memory.ts'
import { EMPTY, entriesOf, reducePanel, type PanelEvent } from './panel-state.ts'
import { streamTurn } from './stream-turn.ts'

interface Options {
  agentId: string
  /** Saves the draft first, so that the answer comes from what is on screen; false when it could not. */
  beforeSend: () => Promise<boolean>
}

export function useTestChat({ agentId, beforeSend }: Options) {
  const { t } = useTranslation()
  const { region, api } = useScope()
  const [state, dispatch] = useReducer(reducePanel, EMPTY, (empty) => ({ ...empty, ...recall(region, agentId) }))
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  const { conversationId, visitorId } = state
  useEffect(
    () => remember(region, agentId, { conversationId, visitorId }),
    [region, agentId, conversationId, visitorId],
  )
  useHistory(agentId, dispatch)

  const ask = async (text: string, id = newMessageId()) => {
    if (state.running) return
    dispatch({ type: 'ask', id, text })
    const controller = new AbortController()
    abort.current = controller
    if (!(await beforeSend())) notify.info(t('panel.unsavedFirst'))
    try {
      await streamTurn({
        url: `${apiBase(region)}/v2/agents/${agentId}/interact`,
        body: {
          ...(state.conversationId ? { conversationId: state.conversationId, visitorId: state.visitorId } : {}),
          message: { id, text },
          draft: true,
        },
        signal: controller.signal,
        onPart: (part) => dispatch({ type: 'part', part }),
      })
      dispatch({ type: 'ended', error: t('panel.broken') })
    } catch (error) {
      if (controller.signal.aborted) return dispatch({ type: 'ended', error: t('panel.stopped') })
      const lost = error instanceof TypeError
      dispatch({ type: 'ended', error: lost ? t('errors.offline') : (error as Error).message })
    }
  }

  /** Asks the server to stop, which ends the stream; without a turn yet the request itself is dropped. */
  const stop = async () => {
    if (!state.turnId) return abort.current?.abort()
    try {
      await api.conversations.stop.call({ agentId, turnId: state.turnId })
    } catch {
      abort.current?.abort()
    }
  }
  const restart = () => {
    abort.current?.abort()
    dispatch({ type: 'restart' })
  }
  return { state, ask, stop, restart }
}

/** How often a transcript is read again whose last answer is still being written. */
const WRITING_POLL = 1500

/** Brings back what was said before the page was loaded; a conversation that is gone is forgotten. */
function useHistory(agentId: string, dispatch: Dispatch<PanelEvent>) {
  const { region, api } = useScope()
  useEffect(() => {
    const kept = recall(region, agentId)
    if (!kept) return
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
