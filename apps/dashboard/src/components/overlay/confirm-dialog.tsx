// Renders a question.
import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { i18n } from '../../i18n/i18n.ts'
import type { Question } from './confirm.tsx'

/** Resolves true when confirmed. */
export function confirmInDialog({ title, body, confirm, danger = true }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: <Text size="sm">{body}</Text>,
      labels: { confirm, cancel: i18n.t('common.cancel') },
      confirmProps: danger ? { color: 'red' } : {},
      closeButtonProps: { 'aria-label': i18n.t('common.close') },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    })
  })
}
