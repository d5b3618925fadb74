// The way to people, right above the composer.
import { useEffect, useState } from 'react'
import { more } from '../../../more-texts.ts'
import { PersonIcon } from '../../ui/icons.tsx'
import { useLook } from '../../ui/look.ts'
import type { FeatureProps } from '../feature.ts'
import { callsOf } from './calls.ts'
import { opensText } from './opening.ts'
import { Fault, useDoing } from './field.tsx'
import './lifecycle.css'

/** That nobody is there, and when they are back; undefined while they are, or while it is not known. */
function useClosed({ engine, host }: FeatureProps): string | undefined {
  const { language } = useLook()
  const [closed, setClosed] = useState<string>()
  useEffect(() => {
    let isGone = false
    callsOf({ engine, host })
      .handoffStatus()
      .then(
        ({ data: { isOpen, opensAt } }) => {
          if (isOpen === false && !isGone)
            setClosed(`${more().noticeClosed} ${opensText(opensAt, language.code)}`.trim())
        },
        () => undefined,
      )
    return () => {
      isGone = true
    }
  }, [engine, host, language.code])
  return closed
}

export default function HandoffEntry(parts: FeatureProps) {
  const { agent } = useLook()
  const { doing, fault, run } = useDoing()
  const closed = useClosed(parts)
  const subtitle = closed ?? agent.UIhandoffSubtitle
  // The form above says it already.
  if (parts.session.standing.missed?.reason === 'closed') return null
  return (
    <>
      <button
        type="button"
        className="lc-entry"
        disabled={doing || !parts.session.online}
        onClick={() => void run(callsOf(parts).askForPeople)}
      >
        <PersonIcon />
        <span dir="auto">
          <strong>{agent.UIhandoffTitle || more().people}</strong>
          {subtitle !== '' && <small>{subtitle}</small>}
        </span>
      </button>
      {fault !== '' && <Fault text={fault} />}
    </>
  )
}
