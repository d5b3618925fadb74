import { Button, Input, Select, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { isEmail } from '@parlance/contract/lib/mailbox'
import type { GivenRole } from '@parlance/contract/lib/roles'
import { GIVEN_ROLES } from '@parlance/contract/lib/roles'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText, hasCode } from '../../../../lib/errors.ts'
import { useSearchValues } from '../../../../lib/link.tsx'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useAccount } from '../../../../lib/session/session.ts'
import { notify } from '../../../../components/feedback/notify.ts'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { sameEmail } from '../../texts.ts'
import classes from '../settings.module.css'

interface Values {
  email: string
  role: GivenRole
}

/** `full`: all seats are taken, so no invitation is sent. */
export function InviteForm({ full }: { full: boolean }) {
  const { t } = useTranslation()
  const account = useAccount()
  const wanted = useSearchValues()['invite'] === 'true'
  const form = useForm<Values>({
    initialValues: { email: '', role: 'editor' },
    validate: {
      email: (value) => {
        if (!isEmail(value)) return t('workspaces.members.notEmail')
        if (account && sameEmail(value, account.email)) return t('workspaces.members.yourself')
        return full ? t('workspaces.members.full') : null
      },
    },
  })
  const invite = useInvite((error) => (error ? form.setFieldError('email', error) : form.resetField('email')))
  return (
    <form onSubmit={form.onSubmit((values) => invite.mutate(values))} noValidate>
      <Title order={2} size="h3">
        {t('workspaces.members.inviteTitle')}
      </Title>
      <div className={classes.invite}>
        <TextInput
          className={classes.grow}
          label={t('workspaces.members.email')}
          type="email"
          autoComplete="off"
          maxLength={254}
          // «+ New User» opens the form for typing.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={wanted}
          {...form.getInputProps('email')}
        />
        <RoleSelect label={t('workspaces.role')} {...form.getInputProps('role')} />
        {/* With the place of a label above it, it stands in line with the fields. */}
        <Input.Wrapper className={classes.inviteButton} label={'\u00a0'} labelElement="div">
          <Button type="submit" fullWidth loading={invite.isPending}>
            {t('workspaces.members.invite')}
          </Button>
        </Input.Wrapper>
      </div>
    </form>
  )
}

interface RoleProps {
  label?: string
  value?: GivenRole
  onChange?: (role: GivenRole) => void
}

/** Assignable roles with their permissions. */
function RoleSelect({ label, value, onChange }: RoleProps) {
  const { t } = useTranslation()
  return (
    <Select
      className={classes.given}
      label={label}
      data={GIVEN_ROLES.map((role) => ({ value: role, label: t(`workspaces.roles.${role}`) }))}
      renderOption={({ option }) => (
        <div>
          {option.label}
          <Text size="xs" c="dimmed">
            {t(`workspaces.may.${option.value as GivenRole}`)}
          </Text>
        </div>
      )}
      comboboxProps={{ width: 260, position: 'bottom-end' }}
      allowDeselect={false}
      value={value ?? null}
      onChange={(role) => role && onChange?.(role as GivenRole)}
    />
  )
}

/** `settled` gets the field's error, or '' after success. */
function useInvite(settled: (error: string) => void) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (values: Values) =>
      api.workspaces.invite.call({ uid: workspace.uid, ...values, email: values.email.trim() }),
    onSuccess: (_done, { email }) => {
      settled('')
      notify.success(t('workspaces.members.inviteDone', { email: email.trim() }))
    },
    onError: (error, { email }) => {
      settled(hasCode(error, 'SEATS_FULL') ? t('workspaces.members.full') : errorText(error))
      notify.error(t('workspaces.members.inviteFailed', { email: email.trim() }))
    },
    // Another invitation may have taken the last seat.
    onSettled: () => client.invalidateQueries({ queryKey: api.workspaces.members.key() }),
  })
}
