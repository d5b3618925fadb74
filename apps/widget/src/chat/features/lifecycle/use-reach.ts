// Whether a hand-off can be offered; nothing is offered that the team can't fulfil.
import { noticeKind } from '@parlance/contract/conversations/lifecycle'
import { useEffect, useState } from 'react'
import { onDemandTexts } from '../../../on-demand-texts.ts'
import { useAppearance } from '../../ui/appearance.ts'
import type { FeatureProps } from '../feature.ts'
import { callsOf, type HandoffStatus } from './calls.ts'
import { opensText } from './opening.ts'

/** `message`: nobody is there, but a message can be left. Undefined when nothing is offered. */
export interface Reach {
  readonly to: 'people' | 'message'
  readonly why: string
}

const OPEN: HandoffStatus = { isOpen: true, opensAt: null, takesMessages: false }

/** Makes no request unless `wanted`. */
export function useReach({ controller, host, session }: FeatureProps, wanted = true): Reach | undefined {
  const { language } = useAppearance()
  const [status, setStatus] = useState<HandoffStatus>()
  useEffect(() => {
    if (!wanted) return undefined
    let isGone = false
    const know = (known: HandoffStatus) => {
      if (!isGone) setStatus(known)
    }
    callsOf({ controller, host })
      .handoffStatus()
      .then(
        ({ data }) => know(data),
        () => know(OPEN),
      )
    return () => {
      isGone = true
    }
  }, [controller, host, wanted])
  const notice = session.entries.findLast(({ from }) => from === 'system')
  const isLeft = notice !== undefined && noticeKind(notice.id) === 'message-left'
  if (!status || isLeft || session.status.missed) return undefined
  if (status.isOpen !== false) return { to: 'people', why: '' }
  if (!status.takesMessages) return undefined
  return { to: 'message', why: `${onDemandTexts().noticeClosed} ${opensText(status.opensAt, language.code)}`.trim() }
}
