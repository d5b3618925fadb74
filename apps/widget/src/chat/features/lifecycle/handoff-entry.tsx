import { onDemandTexts } from '../../../on-demand-texts.ts'
import { PersonIcon } from '../icons.tsx'
import { useAppearance } from '../../ui/appearance.ts'
import type { FeatureProps } from '../feature.ts'
import { callsOf } from './calls.ts'
import { Fault, useDoing } from './field.tsx'
import { useReach } from './use-reach.ts'
import './lifecycle.css'

export default function HandoffEntry(parts: FeatureProps) {
  const { agent } = useAppearance()
  const { doing, fault, run } = useDoing()
  const reach = useReach(parts)
  if (!reach) return null
  const isMessage = reach.to === 'message'
  const subtitle = isMessage ? reach.why : agent.UIhandoffSubtitle
  return (
    <>
      <button
        type="button"
        className="lc-entry"
        disabled={doing || !parts.session.online}
        onClick={() => void run(callsOf(parts).requestHandoff)}
      >
        <PersonIcon />
        <span dir="auto">
          <strong>{isMessage ? onDemandTexts().leave : agent.UIhandoffTitle || onDemandTexts().people}</strong>
          {subtitle !== '' && <small>{subtitle}</small>}
        </span>
      </button>
      {fault !== '' && <Fault text={fault} />}
    </>
  )
}
