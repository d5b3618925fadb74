// The question before something is lost.
import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'
import { i18n } from '../i18n/i18n.ts'

interface Question {
  title: string
  /** Names what will be lost. */
  body: ReactNode
  confirm: string
  danger?: boolean
}

/** Resolves true when the person said yes. */
export function askFirst({ title, body, confirm, danger = true }: Question): Promise<boolean> {
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
