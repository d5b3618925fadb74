// The bar above a page: the menu toggle on phones, and what the page puts beside it.
import { ActionIcon } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { use, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PhoneNavContext } from '../navigation/phone-nav.ts'
import classes from './top-bar.module.css'

/** `phoneOnly`: there is nothing in it that a wide screen would need. */
export function TopBar({ children, phoneOnly }: { children: ReactNode; phoneOnly?: boolean }) {
  const { t } = useTranslation()
  const open = use(PhoneNavContext)
  return (
    <section aria-label={t('shell.bar')} className={classes.bar} data-phone-only={phoneOnly || undefined}>
      {open && (
        <ActionIcon className={classes.menu} aria-label={t('shell.openMenu')} onClick={open}>
          <IconMenu2 size={20} stroke={1.5} />
        </ActionIcon>
      )}
      {children}
    </section>
  )
}
