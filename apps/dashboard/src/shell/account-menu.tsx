import { Avatar, Loader, UnstyledButton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../session.ts'
import { Menu } from '../ui/menu.tsx'
import classes from './side-nav.module.css'

const accountEntries = () => import('./account-entries.tsx')
const AccountEntries = lazy(accountEntries)
const load = () => void accountEntries()

export function AccountMenu({ folded }: { folded: boolean }) {
  const account = useAccount()
  if (!account) return null
  return (
    <Menu position="top-start" width={220}>
      <Menu.Target>
        <UnstyledButton className={folded ? undefined : classes.account} onPointerEnter={load} onFocus={load}>
          <Face name={account.name || account.email} folded={folded} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Suspense fallback={<Loader size="sm" m="sm" />}>
          <AccountEntries account={account} />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  )
}

function Face({ name, folded }: { name: string; folded: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <span className="visually-hidden">{`${t('shell.account')}: ${name}`}</span>
      <Avatar size={28} radius="xl" color="iris" aria-hidden>
        {name.slice(0, 1).toUpperCase()}
      </Avatar>
      {!folded && (
        <span className="truncate" aria-hidden>
          {name}
        </span>
      )}
    </>
  )
}
