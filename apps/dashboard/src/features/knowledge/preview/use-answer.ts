// Streams the draft's answer to one question.
import { NO_ANSWER, readAnswer, type Answer } from '@parlance/contract/conversations/answer'
import { newMessageId } from '@parlance/contract/lib/ids'
import { apiBase } from '@parlance/contract/lib/regions'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { answerError, streamTurn } from '../../../lib/stream-turn.ts'

export interface Asked {
  readonly answer: Answer
  readonly running: boolean
  /** Why the answer ended; empty otherwise. */
  readonly error: string
}

/** Each question is its own test conversation. Another question, or leaving, stops the answer. */
export function useAnswer(agentId: string) {
  const { t } = useTranslation()
  const { region, api } = useScope()
  const [asked, setAsked] = useState<Asked>()
  const under = useRef<{ readonly controller: AbortController; turnId: string }>(undefined)
  const stop = () => {
    const going = under.current
    under.current = undefined
    if (!going) return
    going.controller.abort()
    // An unread answer must not be paid for. Ignores that it may have ended.
    if (going.turnId) api.conversations.stop.call({ agentId, turnId: going.turnId }).catch(() => undefined)
  }
  const leave = useEffectEvent(stop)
  useEffect(() => () => leave(), [])

  const ask = async (text: string) => {
    stop()
    const own = { controller: new AbortController(), turnId: '' }
    const { signal } = own.controller
    under.current = own
    setAsked({ answer: NO_ANSWER, running: true, error: '' })
    const change = (patch: (was: Asked) => Partial<Asked>) => {
      if (!signal.aborted) setAsked((was) => was && { ...was, ...patch(was) })
    }
    let error = ''
    try {
      await streamTurn({
        url: `${apiBase(region)}/v2/agents/${agentId}/interact`,
        body: { message: { id: newMessageId(), text }, draft: true },
        signal,
        onPart: (part) => {
          if (part.type === 'start') own.turnId = part.messageMetadata.turnId
          change(({ answer }) => ({ answer: readAnswer(answer, part) }))
        },
      })
    } catch (thrown) {
      error = thrown instanceof TypeError ? t('errors.offline') : (thrown as Error).message
    }
    if (under.current === own) under.current = undefined
    change(({ answer }) => ({ running: false, error: error || answerError(answer) }))
  }
  const clear = () => {
    stop()
    setAsked(undefined)
  }
  return { asked, ask, clear }
}
