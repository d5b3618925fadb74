// The ways to add sources, in their order.
export const SOURCE_KINDS = ['text', 'file', 'urls', 'sitemap', 'qa'] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]
/** «New Source» in the address: a text is written, nothing else to choose from. */
export const NEW_SOURCE = 'new'

/** Of the form of each kind. */
export interface FormProps {
  agentId: string
  /** Tells whether something would be lost by closing. */
  onDirty: (dirty: boolean) => void
  onDone: () => void
  /** Closes, after asking whether what was written may go. */
  onCancel: () => void
}
