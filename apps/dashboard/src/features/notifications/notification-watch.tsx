// Shows what is new as toasts, wherever in the app somebody is.
import { Anchor, Stack, Text } from '@mantine/core'
import { useDocumentVisibility } from '@mantine/hooks'
import { isQuiet, isToast, TOAST_MS } from '@parlance/contract/notifications/rules'
import type { Notification } from '@parlance/contract/notifications/schemas'
import { useEffect, useRef } from 'react'
import { dismiss, notify } from '../../components/feedback/notify.ts'
import { useNavigateTo } from '../../lib/link.tsx'
import { onOpened } from './browser-push.ts'
import { isListedAt } from './newest.ts'
import { targetOf } from './target.ts'
import { playTone } from './tone.ts'
import { useMarking, useNotifications, useNotificationSettings } from './use-notifications.ts'

/** As wide as the theme's phones. */
const PHONE = '(max-width: 48em)'

export default function NotificationWatch() {
  const items = useNotifications()
  const settings = useNotificationSettings()
  const { markRead, markSeen } = useMarking()
  const go = useNavigateTo()
  const isVisible = useDocumentVisibility() === 'visible'
  const heard = useRef(new Set<string>())
  const shown = useRef(new Set<string>())
  const begun = useRef(false)
  const standing = useRef<string>(undefined)

  useEffect(() => {
    if (!items || !settings) return
    // What came before the page, and stands on it, needs no telling.
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
    // Whoever looks elsewhere is shown them when they come back, while they are new.
    const unshown = isVisible ? fresh.filter(({ ID }) => !shown.current.has(ID)) : []
    if (unshown.length === 0) return
    for (const { ID } of unshown) shown.current.add(ID)
    // A phone has room for one.
    const isPhone = matchMedia(PHONE).matches
    if (isPhone && standing.current) dismiss(standing.current)
    standing.current = unshown[0]?.ID
    for (const item of unshown.slice(0, isPhone ? 1 : undefined).toReversed()) {
      const open = () => {
        const target = targetOf(item.urlPathname)
        dismiss(item.ID)
        markRead([item.ID])
        if (target) void go(target)
      }
      notify.info(<Toast notification={item} onOpen={open} />, { id: item.ID, autoClose: TOAST_MS })
    }
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

/** Toasts stand outside the router, so that the link is an ordinary one. */
function Toast({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  return (
    <Stack gap={2}>
      <Anchor
        href={notification.urlPathname}
        fw={600}
        size="sm"
        dir="auto"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          onOpen()
        }}
      >
        {notification.title}
      </Anchor>
      <Text size="sm" dir="auto" lineClamp={2}>
        {notification.body}
      </Text>
    </Stack>
  )
}
