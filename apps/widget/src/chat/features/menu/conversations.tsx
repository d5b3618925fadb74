// The visitor's conversations: topic, end and unread count; a press opens one.
import { useCallback, useEffect, useState } from 'react'
import { onDemandTexts } from '../../../on-demand-texts.ts'
import type { FeatureProps } from '../feature.ts'
import { callsOf, type Listed } from '../lifecycle/calls.ts'
import { Fault, useDoing } from '../lifecycle/field.tsx'
import { ConversationRow } from './conversation-row.tsx'

interface Props extends FeatureProps {
  readonly onOpened: () => void
}

const notLoaded = () => onDemandTexts().loadFailed

export function Conversations({ onOpened, session, controller, host }: Props) {
  const texts = onDemandTexts()
  const [items, setItems] = useState<readonly Listed[]>()
  const [cursor, setCursor] = useState<string | null>(null)
  const { doing, fault, run } = useDoing(notLoaded)
  const load = useCallback(
    (from?: string) =>
      run(async () => {
        const page = await callsOf({ controller, host }).list(from)
        setItems((known) => [...(from ? (known ?? []) : []), ...page.items])
        setCursor(page.nextCursor)
      }),
    [run, controller, host],
  )
  useEffect(() => void load(), [load])
  const open = (id: string) => {
    controller.dispatch({ type: 'open', conversationId: id })
    onOpened()
  }
  return (
    <>
      <output className="lc-small">
        {items === undefined && fault === '' ? texts.loading : items?.length === 0 ? texts.conversationsEmpty : ''}
      </output>
      {items && items.length > 0 && (
        <ul className="lc-list">
          {items.map((one) => (
            <ConversationRow
              key={one.id}
              conversation={one}
              current={one.id === session.conversationId}
              onOpen={() => open(one.id)}
            />
          ))}
        </ul>
      )}
      {fault !== '' && <Fault text={fault} />}
      {(cursor !== null || fault !== '') && (
        <div className="lc-buttons lc-middle">
          <button
            type="button"
            className="quiet lc-outlined"
            disabled={doing}
            onClick={() => void load(cursor ?? undefined)}
          >
            {fault === '' ? texts.conversationsMore : texts.retryLoad}
          </button>
        </div>
      )}
    </>
  )
}
