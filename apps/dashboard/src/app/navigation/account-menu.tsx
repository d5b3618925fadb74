import { Menu, UnstyledButton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../lib/session/session.ts'
import { Avatar } from '../../components/layout/avatar.tsx'
import { MenuLoader } from '../../components/overlay/menu-loader.tsx'
import classes from './side-nav.module.css'

const accountEntries = () => import('./account-menu-items.tsx')
const AccountEntries = lazy(accountEntries)
const load = () => void accountEntries()

export function AccountMenu({ folded }: { folded: boolean }) {
  const account = useAccount()
  if (!account) return null
  return (
    <Menu position="top-start" width={220}>
      <Menu.Target>
        <UnstyledButton className={folded ? undefined : classes.account} onPointerEnter={load} onFocus={load}>
          <Person name={account.name || account.email} photo={account.photoURL} folded={folded} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Suspense fallback={<MenuLoader />}>
          <AccountEntries account={account} />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  )
}

function Person({ name, photo, folded }: { name: string; photo: string; folded: boolean }) {
  const { t } = useTranslation()
  const at = name.indexOf('@') + 1
  return (
    <>
      <span className="visually-hidden">{`${t('shell.account')}: ${name}`}</span>
      <Avatar name={name} photo={photo} size={28} />
      {!folded && (
        <span className="truncate" aria-hidden>
          {/* An address wraps after its @. */}
          {name.slice(0, at)}
          <wbr />
          {name.slice(at)}
        </span>
      )}
    </>
  )
}
