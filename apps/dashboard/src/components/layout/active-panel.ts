export interface SlotEntry {
  readonly id: string
  readonly label: string
  /** Place among the switches at the head. */
  readonly order: number
}

/** The panel that is seen: the one chosen last as long as it is open, otherwise the last in order. */
export function activePanelOf(entries: readonly SlotEntry[], last: string): string | undefined {
  if (entries.some(({ id }) => id === last)) return last
  return entries.toSorted((one, other) => one.order - other.order).at(-1)?.id
}
