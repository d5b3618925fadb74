// Entries of the account menu; loaded on hover.
import { Menu, Text } from '@mantine/core'
import type { Account } from '@parlance/contract/accounts/schemas'
import { IconBook, IconCircleCheck, IconLogout, IconMailExclamation, IconUserCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../lib/api.ts'
import { AppLink, useNavigateTo } from '../../lib/link.tsx'
import { HELP, paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { setSession } from '../../lib/session/session.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { notify } from '../../components/feedback/notify.ts'

export default function AccountEntries({ account }: { account: Account }) {
  const { t } = useTranslation()
  const { api, region, workspace } = useScope()
  const go = useNavigateTo()
  const client = useQueryClient()
  const signOut = useMutation(
    globalApi.accounts.signOut.mutationOptions({
      // The next user of this machine is another person.
      onMutate: async () => {
        const { switchOff } = await import('../../features/notifications/browser-push.ts')
        await switchOff({ api, uid: workspace.uid }).catch(() => undefined)
      },
      onSuccess: async () => {
        setSession(client, null)
        await go(paths.login())
        // Active queries would refetch and be refused; signing in clears the rest.
        client.removeQueries({ type: 'inactive' })
      },
      onError: () => notify.error(t('shell.signOutFailed')),
    }),
  )
  return (
    <>
      <Identity account={account} />
      <Menu.Item
        renderRoot={(props) => <AppLink target={paths.account(region)} {...props} />}
        leftSection={<IconUserCircle size={16} stroke={1.5} />}
      >
        {t('shell.account')}
      </Menu.Item>
      <Menu.Item
        component="a"
        href={HELP}
        target="_blank"
        rel="noopener"
        leftSection={<IconBook size={16} stroke={1.5} />}
      >
        {t('shell.docs')}
      </Menu.Item>
      <Menu.Item leftSection={<IconLogout size={16} stroke={1.5} />} onClick={() => signOut.mutate(undefined)}>
        {t('shell.logOut')}
      </Menu.Item>
    </>
  )
}

function Identity({ account }: { account: Account }) {
  const { t } = useTranslation()
  return (
    <Menu.Label>
      <Text span size="sm" className="truncate" display="block" c="bright">
        {account.email}
      </Text>
      <Text span size="xs" display="flex" style={{ alignItems: 'center', gap: 4 }}>
        {account.emailVerified ? (
          <IconCircleCheck size={14} stroke={1.5} aria-hidden />
        ) : (
          <IconMailExclamation size={14} stroke={1.5} aria-hidden />
        )}
        {account.emailVerified ? t('shell.verified') : t('shell.notVerified')}
      </Text>
    </Menu.Label>
  )
}
