export const SOURCE_KINDS = ['text', 'file', 'urls', 'sitemap', 'qa'] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]
/** «New Source» in the address: opens the text form directly. */
export const NEW_SOURCE = 'new'

/** Props of each form. */
export interface FormProps {
  agentId: string
  /** Reports whether closing would lose something. */
  onDirty: (dirty: boolean) => void
  onDone: () => void
  /** Closes after asking about unsaved changes. */
  onCancel: () => void
}
