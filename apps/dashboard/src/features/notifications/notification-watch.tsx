// Shows new notifications as toasts anywhere in the app.
import { Anchor, Stack, Text } from '@mantine/core'
import { useDocumentVisibility } from '@mantine/hooks'
import { isQuiet, isToast, TOAST_MS } from '@parlance/contract/notifications/rules'
import type { Notification } from '@parlance/contract/notifications/schemas'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { dismiss, notify } from '../../components/feedback/notify.ts'
import { useNavigateTo } from '../../lib/link.tsx'
import { onOpened } from './browser-push.ts'
import { isListedAt } from './newest.ts'
import { targetOf } from './target.ts'
import { playTone } from './tone.ts'
import { useMarking, useNotifications, useNotificationSettings } from './use-notifications.ts'

export default function NotificationWatch() {
  const items = useNotifications()
  const settings = useNotificationSettings().data?.data
  const { markRead, markSeen } = useMarking()
  const go = useNavigateTo()
  const isVisible = useDocumentVisibility() === 'visible'
  const heard = useRef(new Set<string>())
  const shown = useRef(new Set<string>())
  const begun = useRef(false)
  const standing = useRef<readonly Notification[]>([])

  useEffect(() => {
    if (!items || !settings) return
    // Notifications from before the page load are not announced.
    if (!begun.current)
      for (const { ID } of items.filter((item) => isListedAt(location.pathname, item))) {
        heard.current.add(ID)
        shown.current.add(ID)
      }
    begun.current = true
    const now = Date.now()
    const fresh = items.filter((item) => isToast(item, now))
    const unheard = fresh.filter(({ ID }) => !heard.current.has(ID))
    for (const { ID } of unheard) heard.current.add(ID)
    if (unheard[0] && settings.sound && !isQuiet(settings.quietHours, new Date(now))) playTone(unheard[0].ID)
    // A hidden tab shows them when the user returns, while they are recent.
    const unshown = isVisible ? fresh.filter(({ ID }) => !shown.current.has(ID)) : []
    if (unshown.length === 0) return
    for (const { ID } of unshown) shown.current.add(ID)
    // One toast for all: several would cover what people are about to press.
    const told = [...unshown, ...standing.current]
    const id = toastId(told)
    dismiss(toastId(standing.current))
    standing.current = told
    const open = (item: Notification) => {
      const target = targetOf(item.urlPathname)
      dismiss(id)
      markRead([item.ID])
      if (target) void go(target)
    }
    notify.info(<Toast notifications={told} onOpen={open} />, {
      id,
      autoClose: TOAST_MS,
      onClose: () => {
        if (standing.current === told) standing.current = []
      },
    })
    markSeen(unshown.map(({ ID }) => ID))
  }, [items, settings, isVisible, markRead, markSeen, go])

  useEffect(
    () =>
      onOpened((urlPathname) => {
        const target = targetOf(urlPathname)
        if (target) void go(target)
      }),
    [go],
  )
  return null
}

const toastId = (told: readonly Notification[]): string => `notification-${told[0]?.ID ?? ''}`

interface ToastProps {
  /** Newest first. */
  notifications: readonly Notification[]
  onOpen: (notification: Notification) => void
}

/** The most links in a toast. */
const LINKS = 3

function Toast({ notifications, onOpen }: ToastProps) {
  const { t } = useTranslation()
  const [newest, ...others] = notifications
  if (!newest) return null
  if (others.length === 0)
    return (
      <Stack gap={2}>
        <ToastLink notification={newest} onOpen={onOpen} />
        <Text size="sm" dir="auto" lineClamp={2}>
          {newest.body}
        </Text>
      </Stack>
    )
  return (
    <Stack gap={2}>
      <Text size="sm" fw={600}>
        {t('notifications.several', { count: notifications.length })}
      </Text>
      {notifications.slice(0, LINKS).map((notification) => (
        <ToastLink key={notification.ID} notification={notification} onOpen={onOpen} />
      ))}
    </Stack>
  )
}

/** Toasts are outside the router, so this is a plain link. */
function ToastLink({ notification, onOpen }: { notification: Notification; onOpen: ToastProps['onOpen'] }) {
  return (
    <Anchor
      href={notification.urlPathname}
      fw={600}
      size="sm"
      dir="auto"
      className="truncate"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onOpen(notification)
      }}
    >
      {notification.title}
    </Anchor>
  )
}
