// The current agent's name with a switcher.
import { lazy, Suspense, useEffect, useState, type KeyboardEvent } from 'react'
import { whenIdle } from '../../lib/when-idle.ts'
import { SwitcherButton } from './switcher-button.tsx'

const load = () => import('./switcher-list.tsx')
const SwitcherList = lazy(load)
const fetch = () => void load().catch(() => undefined)

export function AgentSwitcher(props: { agentId: string; title: string }) {
  const [asked, setAsked] = useState(false)
  useEffect(() => whenIdle(fetch), [])
  const button = (
    <SwitcherButton
      title={props.title}
      aria-haspopup="listbox"
      aria-expanded={asked}
      onPointerEnter={fetch}
      onFocus={fetch}
      onClick={() => setAsked(true)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setAsked(true)
      }}
    />
  )
  if (!asked) return button
  return (
    <Suspense fallback={button}>
      <SwitcherList {...props} />
    </Suspense>
  )
}
