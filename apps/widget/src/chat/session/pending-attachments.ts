// Reducer table for files of the next message.
import { remainingAttachmentSlots } from './attachments.ts'
import { step, type Handlers } from './step.ts'

export const attachmentHandlers: Handlers<'attach' | 'attachment' | 'detach'> = {
  attach: (state, { one }) =>
    remainingAttachmentSlots(state) > 0 ? step({ ...state, pending: [...state.pending, one] }) : step(state),
  attachment: (state, { id, is }) =>
    step({ ...state, pending: state.pending.map((one) => (one.id === id ? { ...one, ...is } : one)) }),
  detach: (state, { id }) => step({ ...state, pending: state.pending.filter((one) => one.id !== id) }),
}
