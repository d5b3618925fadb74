// The bar above a page: the menu button on phones, and the page's own content.
import { ActionIcon } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { useMediaQuery } from '@mantine/hooks'
import { Suspense, use, type ReactNode, createContext } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyWithTexts } from '../../i18n/lazy-with-texts.ts'
import classes from './top-bar.module.css'

const NotificationBell = lazyWithTexts(
  () => import('../../features/notifications/notification-bell.tsx'),
  'NotificationBell',
)

/** `phoneOnly`: hidden on wide screens. */
export function TopBar({ children, phoneOnly }: { children: ReactNode; phoneOnly?: boolean }) {
  const { t } = useTranslation()
  const open = use(PhoneNavContext)
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  return (
    <section aria-label={t('shell.bar')} className={classes.bar} data-phone-only={phoneOnly || undefined}>
      {open && (
        <ActionIcon className={classes.menu} aria-label={t('shell.openMenu')} onClick={open}>
          <IconMenu2 size={20} stroke={1.5} />
        </ActionIcon>
      )}
      {children}
      {open && phone && (
        <span className={classes.bell}>
          <Suspense fallback={null}>
            <NotificationBell />
          </Suspense>
        </span>
      )}
    </section>
  )
}

/** Opens the navigation on a phone; undefined where there is none. */
export const PhoneNavContext = createContext<(() => void) | undefined>(undefined)
