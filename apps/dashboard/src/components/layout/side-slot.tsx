// A slot for panels next to a page: several may be open, one is visible, and its header switches between them.
import { useSessionStorage } from '@mantine/hooks'
import { createContext, lazy, Suspense, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import classes from './side-slot.module.css'
import { activePanelOf, type SlotEntry } from './active-panel.ts'

const SideSlotSwitch = lazy(() => import('./side-slot-switch.tsx'))

interface Slot {
  readonly entries: readonly SlotEntry[]
  readonly front: string | undefined
  readonly place: HTMLElement | null
  readonly setPlace: (place: HTMLElement | null) => void
  readonly add: (entry: SlotEntry) => () => void
  readonly show: (id: string) => void
}

const SlotContext = createContext<Slot | undefined>(undefined)

/** `name` is the session storage key of the last visible panel. */
export function SideSlotProvider({ name, children }: { name: string; children: ReactNode }) {
  const [entries, setEntries] = useState<readonly SlotEntry[]>([])
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [last, show] = useSessionStorage({ key: name, defaultValue: '', getInitialValueInEffect: false })
  const add = useCallback((entry: SlotEntry) => {
    setEntries((list) => [...list.filter(({ id }) => id !== entry.id), entry])
    return () => setEntries((list) => list.filter((other) => other !== entry))
  }, [])
  const slot = useMemo(
    () => ({ entries, front: activePanelOf(entries, last), place, setPlace, add, show }),
    [entries, last, place, add, show],
  )
  return <SlotContext value={slot}>{children}</SlotContext>
}

export function useSideSlot(): Slot {
  const slot = use(SlotContext)
  if (!slot) throw new Error('no SideSlotProvider above')
  return slot
}

/** Registers an open panel; it is visible while it is `front`. */
export function useSideSlotEntry({ id, label, order, open }: SlotEntry & { open: boolean }): Slot {
  const slot = useSideSlot()
  const { add } = slot
  useEffect(() => (open ? add({ id, label, order }) : undefined), [add, id, label, order, open])
  return slot
}

/** Renders the panels, if any is open. `hidden` keeps them mounted. */
export function SideSlot({ className, hidden = false }: { className?: string; hidden?: boolean }) {
  const { entries, front, setPlace, show } = useSideSlot()
  const shown = entries.find(({ id }) => id === front)
  return (
    <aside
      className={`${classes.slot} ${className ?? ''}`}
      aria-label={shown?.label}
      hidden={!shown || hidden}
      data-testid="side-slot"
    >
      {entries.length > 1 && (
        <div className={classes.head}>
          <Suspense fallback={null}>
            <SideSlotSwitch entries={entries} front={shown?.id ?? ''} onShow={show} />
          </Suspense>
        </div>
      )}
      <div ref={setPlace} className={classes.place} />
    </aside>
  )
}

/** A panel's content in the slot. Hidden panels keep their state. */
export function SideSlotContent({
  id,
  children,
  ...rest
}: {
  id: string
  children: ReactNode
  'data-testid'?: string
}) {
  const { place, front } = useSideSlot()
  if (!place) return null
  return createPortal(
    <div className={classes.content} hidden={front !== id} {...rest}>
      {children}
    </div>,
    place,
  )
}
