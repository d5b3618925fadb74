// Toasts, shown for 3 s by default; the notification's own live region announces them.
import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { i18n } from '../../i18n/i18n.ts'

interface Options {
  id?: string
  title?: string
  autoClose?: number
  onClose?: () => void
}

const show = (message: ReactNode, autoClose: number, options: Options, color?: string) =>
  notifications.show({
    message,
    autoClose,
    ...(color ? { color } : {}),
    closeButtonProps: { 'aria-label': i18n.t('common.close') },
    ...options,
  })

export const notify = {
  success: (message: string, options: Options = {}) => show(message, 3000, options, 'green'),
  error: (message: string, options: Options = {}) => show(message, 4000, options, 'red'),
  info: (message: ReactNode, options: Options = {}) => show(message, 3000, options),
}
export const dismiss = (id: string) => notifications.hide(id)
