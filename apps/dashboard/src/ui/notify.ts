// Toasts: 3 s unless a text asks for another time; announced by the notification's own live region.
import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'

interface Options {
  id?: string
  autoClose?: number
}

export const notify = {
  success: (message: string, options: Options = {}) =>
    notifications.show({ message, color: 'green', autoClose: 3000, ...options }),
  error: (message: string, options: Options = {}) =>
    notifications.show({ message, color: 'red', autoClose: 4000, ...options }),
  info: (message: ReactNode, options: Options = {}) => notifications.show({ message, autoClose: 3000, ...options }),
}
export const dismiss = (id: string) => notifications.hide(id)
