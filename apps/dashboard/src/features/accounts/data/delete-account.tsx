// Deletes the account: names what is lost and asks for confirmation.
import { Checkbox, List, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Account } from '@parlance/contract/accounts/schemas'
import { type HeldWorkspace, refusalOfDeletion } from '@parlance/contract/accounts/account-data'
import type { Security } from '@parlance/contract/accounts/security-api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { regionName } from './region-name.ts'
import { globalApi } from '../../../lib/api.ts'
import { errorText, hasCode } from '../../../lib/errors.ts'
import { paths } from '../../../lib/paths.ts'
import { setSession } from '../../../lib/session/session.ts'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { useMutation } from '../../../lib/use-mutation.ts'
import { DialogForm } from '../../../components/overlay/dialog.tsx'
import { CurrentCode, CurrentPassword, passwordInput, usePasswordRule } from '../security/current-password.tsx'

interface Props {
  account: Account
  security: Security
  onClose: () => void
}

export function DeleteAccount({ account, security, onClose }: Props) {
  const { t } = useTranslation()
  const holdings = useQuery(globalApi.accounts.holdings.queryOptions({ staleTime: 0 }))
  const workspaces = holdings.data?.workspaces ?? []
  const { form, end, submit } = useEnding(account, security, workspaces)
  return (
    <DialogForm
      title={t('accountData.end.dialog')}
      error={holdings.error ?? (hasCode(end.error, 'INVALID_CREDENTIALS', 'INVALID_TOKEN') ? null : end.error)}
      submit={t('accountData.end.button')}
      danger
      pending={end.isPending || holdings.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {holdings.isPending ? <RowSkeletons rows={2} height={40} /> : <Losses workspaces={workspaces} />}
      {(holdings.data?.memberships ?? 0) > 0 && (
        <Text size="sm">{t('accountData.end.memberships', { count: holdings.data?.memberships ?? 0 })}</Text>
      )}
      {workspaces.some(({ members }) => members > 0) && (
        <Checkbox label={t('accountData.end.shared')} {...form.getInputProps('withShared', { type: 'checkbox' })} />
      )}
      <TextInput
        label={t('accountData.end.typed', { email: account.email })}
        autoComplete="off"
        maxLength={254}
        data-autofocus
        {...form.getInputProps('typed')}
      />
      <CurrentPassword hasPassword={security.hasPassword} input={form.getInputProps('password')} />
      {security.twoFactor.on && (
        <CurrentCode input={form.getInputProps('code')} />
      )}
    </DialogForm>
  )
}

/** The form and its submission, after which nothing of the user remains on the page. */
function useEnding(account: Account, security: Security, workspaces: readonly HeldWorkspace[]) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const router = useRouter()
  const form = useForm({
    initialValues: { typed: '', password: '', code: '', withShared: false },
    validate: {
      typed: (text) => (refusalOfDeletion(text, account.email, [], true) ? t('accountData.end.typedWrong') : null),
      withShared: (on) =>
        refusalOfDeletion(account.email, account.email, workspaces, on) ? t('accountData.end.sharedWrong') : null,
      password: usePasswordRule(security.hasPassword),
      code: (text) => (security.twoFactor.on && !text.trim() ? t('account.codeRequired') : null),
    },
  })
  const end = useMutation(
    globalApi.accounts.deleteAccount.mutationOptions({
      onSuccess: async () => {
        client.clear()
        setSession(client, null)
        const { to } = paths.login()
        await router.navigate({ to, state: { accountGone: true }, replace: true, ignoreBlocker: true })
      },
      onError: (error) => {
        if (hasCode(error, 'INVALID_CREDENTIALS')) form.setFieldError('password', errorText(error))
        if (hasCode(error, 'INVALID_TOKEN')) form.setFieldError('code', errorText(error))
      },
    }),
  )
  const submit = form.onSubmit(({ typed, password, code, withShared }) =>
    end.mutate({ typed, withShared, ...passwordInput(password), ...(code.trim() ? { code } : {}) }),
  )
  return { form, end, submit }
}

function Losses({ workspaces }: { workspaces: readonly HeldWorkspace[] }) {
  const { t } = useTranslation()
  if (workspaces.length === 0) return null
  return (
    <div>
      <Text size="sm" mb="xs">
        {t('accountData.end.lose')}
      </Text>
      <List size="sm" spacing="xs">
        {workspaces.map(({ uid, name, region, ...numbers }) => (
          <List.Item key={uid}>
            {t('accountData.end.workspace', { name, region: regionName(region) })}
            <Text size="sm" c="dimmed">
              {[
                t('accountData.end.agents', { count: numbers.agents }),
                t('accountData.end.documents', { count: numbers.documents }),
                t('accountData.end.conversations', { count: numbers.conversations }),
                t('accountData.end.files', { count: numbers.files }),
                ...(numbers.members > 0 ? [t('accountData.end.members', { count: numbers.members })] : []),
              ].join(' · ')}
            </Text>
          </List.Item>
        ))}
      </List>
    </div>
  )
}
