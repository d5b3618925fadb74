export interface FormProps {
  agentId: string
  /** Tells whether something would be lost by closing. */
  onDirty: (dirty: boolean) => void
  onDone: () => void
  /** Closes, after asking whether what was written may go. */
  onCancel: () => void
}
