// The way to people, right above the composer.
import { more } from '../../../more-texts.ts'
import { PersonIcon } from '../../ui/icons.tsx'
import { useLook } from '../../ui/look.ts'
import type { FeatureProps } from '../feature.ts'
import { callsOf } from './calls.ts'
import { Fault, useDoing } from './field.tsx'
import './lifecycle.css'

export default function HandoffEntry(parts: FeatureProps) {
  const { agent } = useLook()
  const { doing, fault, run } = useDoing()
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
          {agent.UIhandoffSubtitle !== '' && <small>{agent.UIhandoffSubtitle}</small>}
        </span>
      </button>
      {fault !== '' && <Fault text={fault} />}
    </>
  )
}
