// The bell with its badge and panel.
import { ActionIcon, Indicator, Popover, Tooltip, UnstyledButton } from '@mantine/core'
import { isRecent } from '@parlance/contract/notifications/rules'
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './notifications.module.css'
import { useNotifications } from './use-notifications.ts'

const loadPanel = () => import('./notification-panel.tsx')
const NotificationPanel = lazy(loadPanel)

interface Props {
  /** `entry`: a row of the side navigation; `folded`: only its icon. */
  look?: 'icon' | 'entry' | 'folded'
  entryClass?: string | undefined
}

export default function NotificationBell({ look = 'icon', entryClass }: Props) {
  const { t } = useTranslation()
  const items = useNotifications() ?? []
  const [opened, setOpened] = useState(false)
  const titleId = useId()
  const recent = useRecent(items)
  const label = t('notifications.title')
  const named = items.length > 0 ? t('notifications.unread', { count: items.length }) : label
  const bell = (
    <Indicator
      size={8}
      radius="xl"
      offset={2}
      disabled={items.length === 0}
      processing={recent}
      data-unread={items.length > 0 || undefined}
      data-recent={recent || undefined}
      classNames={{ root: classes.dot }}
    >
      <IconBell size={18} stroke={1.5} aria-hidden />
    </Indicator>
  )
  const toggle = {
    onClick: () => setOpened((before) => !before),
    onPointerEnter: () => void loadPanel(),
    'aria-label': named,
  }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position={look === 'icon' ? 'bottom-end' : 'right-start'}
      width="min(380px, calc(100vw - 16px))"
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        {look === 'icon' ? (
          <ActionIcon size="lg" {...toggle}>
            {bell}
          </ActionIcon>
        ) : (
          <UnstyledButton className={entryClass} {...toggle}>
            <Tooltip label={label} position="right" disabled={look === 'entry'}>
              {bell}
            </Tooltip>
            {look === 'entry' && <span className="truncate">{label}</span>}
          </UnstyledButton>
        )}
      </Popover.Target>
      {/* Its name is its own, not the bell's, which counts. */}
      <Popover.Dropdown p={0} className={classes.panel} aria-labelledby={titleId}>
        <Suspense
          fallback={
            <div className={classes.loading}>
              <span id={titleId} className="visually-hidden">
                {label}
              </span>
            </div>
          }
        >
          {opened && <NotificationPanel titleId={titleId} onClose={() => setOpened(false)} />}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Whether an unread one is less than a minute old, updated over time. */
function useRecent(items: readonly { readonly ts: number }[]): boolean {
  const newest = Math.max(0, ...items.map(({ ts }) => ts))
  const [now, setNow] = useState(() => Date.now())
  const recent = isRecent({ ts: newest }, now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), recent ? 1000 : 5000)
    return () => clearInterval(timer)
  }, [recent])
  return recent
}
