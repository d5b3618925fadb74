import { useEffect, useState } from 'react'
import { onDemandTexts } from '../../../on-demand-texts.ts'
import type { FeatureProps } from '../feature.ts'
import { callsOf, type Listed } from '../lifecycle/calls.ts'
import { ConversationRow } from '../menu/conversation-row.tsx'
import './recent.css'

const SHOWN = 2

export default function Recent({ controller, host }: FeatureProps) {
  const [items, setItems] = useState<readonly Listed[]>([])
  useEffect(() => {
    // The menu lists them too and reports a failure there.
    callsOf({ controller, host })
      .list()
      .then(
        (page) => setItems(page.items.slice(0, SHOWN)),
        () => undefined,
      )
  }, [controller, host])
  if (items.length === 0) return null
  return (
    <nav className="recent" aria-label={onDemandTexts().conversations}>
      <h2>{onDemandTexts().conversations}</h2>
      <ul className="lc-list">
        {items.map((one) => (
          <ConversationRow
            key={one.id}
            conversation={one}
            current={false}
            onOpen={() => controller.dispatch({ type: 'open', conversationId: one.id })}
          />
        ))}
      </ul>
    </nav>
  )
}
