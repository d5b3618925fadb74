import { newMessageId } from '@parlance/core/kit/ids'
import { apiBase } from '@parlance/core/kit/regions'
import { useEffect, useReducer, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../../scope.tsx'
import { notify } from '../../../ui/notify.ts'
import { EMPTY, reducePanel } from './panel-state.ts'
import { streamTurn } from './stream-turn.ts'

interface Options {
  agentId: string
  /** Saves the draft first, so that the answer comes from what is on screen; false when it could not. */
  beforeSend: () => Promise<boolean>
}

export function useTestChat({ agentId, beforeSend }: Options) {
  const { t } = useTranslation()
  const { region, api } = useScope()
  const [state, dispatch] = useReducer(reducePanel, EMPTY)
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

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
