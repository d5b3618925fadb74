export interface SlotEntry {
  readonly id: string
  readonly label: string
  /** Position among the switches in the header. */
  readonly order: number
}

/** The visible panel: the last chosen one while open, otherwise the last in order. */
export function activePanelOf(entries: readonly SlotEntry[], last: string): string | undefined {
  if (entries.some(({ id }) => id === last)) return last
  return entries.toSorted((one, other) => one.order - other.order).at(-1)?.id
}
