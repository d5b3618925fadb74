// Renders a question.
import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'
import { i18n } from '../../i18n/i18n.ts'
import type { Question } from './confirm.tsx'
import { useEscape } from './use-escape.ts'

/** Resolves true when confirmed. */
export function confirmInDialog({ title, body, confirm, danger = true }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const id = modals.openConfirmModal({
      title,
      children: <Body onEscape={() => modals.close(id)}>{body}</Body>,
      closeOnEscape: false,
      labels: { confirm, cancel: i18n.t('common.cancel') },
      confirmProps: danger ? { color: 'red' } : {},
      closeButtonProps: { 'aria-label': i18n.t('common.close') },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    })
  })
}

function Body({ onEscape, children }: { onEscape: () => void; children: ReactNode }) {
  useEscape(onEscape)
  return <Text size="sm">{children}</Text>
}
