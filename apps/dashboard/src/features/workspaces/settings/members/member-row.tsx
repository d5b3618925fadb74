import { ActionIcon, Badge, Text, Tooltip } from '@mantine/core'
import type { GivenRole } from '@parlance/contract/lib/roles'
import type { Member } from '@parlance/contract/workspaces/members'
import { IconMailForward, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeniedReason } from '../../../../lib/permissions.ts'
import { errorText } from '../../../../lib/errors.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { confirm } from '../../../../components/overlay/confirm.tsx'
import { Avatar } from '../../../../components/layout/avatar.tsx'
import { notify } from '../../../../components/feedback/notify.ts'
import { RelativeTime } from '../../../../components/content/time.tsx'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { RoleMenu } from './role-menu.tsx'
import classes from '../settings.module.css'

interface Props {
  member: Member
  /** The current user. */
  own: boolean
  /** Props of the list item in virtual lists. */
  item: ComponentProps<'li'>
}

export function MemberRow({ member, own, item }: Props) {
  const { t } = useTranslation()
  const { email, name, role, state } = member
  return (
    <li {...item} className={classes.row}>
      <Avatar name={name ?? email} photo={member.photoURL} size={32} />
      <div className={classes.person}>
        <div className={classes.name}>
          {name && (
            <Text size="sm" fw={500} className={classes.breaking} dir="auto">
              {name}
            </Text>
          )}
          <Text
            size="sm"
            fw={name ? undefined : 500}
            c={name ? 'dimmed' : undefined}
            className={classes.breaking}
            dir="auto"
          >
            {email}
          </Text>
          {own && <Badge color="gray">{t('workspaces.members.you')}</Badge>}
          {state === 'invited' && <Badge color="yellow">{t('workspaces.members.invited')}</Badge>}
        </div>
        <MembershipStatus member={member} />
      </div>
      <RoleOf member={member} own={own} />
      <div className={classes.actions}>
        {state === 'invited' && <Resend email={email} />}
        {role !== 'owner' && <Remove member={member} own={own} />}
      </div>
    </li>
  )
}

function MembershipStatus({ member: { state, role, joinedAt, invitedAt, invitedBy } }: { member: Member }) {
  const { t } = useTranslation()
  return (
    <Text size="xs" c="dimmed" className={classes.breaking}>
      {state === 'invited' ? t('workspaces.members.invitedAt') : t('workspaces.members.joined')}{' '}
      <RelativeTime at={state === 'invited' ? invitedAt : (joinedAt ?? invitedAt)} />
      {role !== 'owner' && invitedBy && ` · ${t('workspaces.members.invitedBy', { email: invitedBy })}`}
    </Text>
  )
}

function RoleOf({ member: { email, role }, own }: { member: Member; own: boolean }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  const refusal = useDeniedReason('admin')
  const change = useMutation(
    api.workspaces.setRole.mutationOptions({
      onSuccess: ({ data }) =>
        notify.success(t('workspaces.members.roleDone', { email, role: t(`workspaces.roles.${data.role}`) })),
      onError: (error) => notify.error(errorText(error)),
      onSettled: () => client.invalidateQueries({ queryKey: api.workspaces.members.key() }),
    }),
  )
  const why = role === 'owner' ? t('workspaces.members.ownerRole') : refusal || (own && t('workspaces.members.ownRole'))
  if (why || role === 'owner') {
    return (
      <Tooltip label={why}>
        <Text size="sm" className={classes.fixed}>
          {t(`workspaces.roles.${role}`)}
        </Text>
      </Tooltip>
    )
  }
  const shown: GivenRole = change.isPending ? change.variables.role : role
  return (
    <div className={classes.role}>
      <RoleMenu
        name={t('workspaces.members.roleOf', { email })}
        value={shown}
        disabled={change.isPending}
        onChange={(next) => next !== role && change.mutate({ uid: workspace.uid, email, role: next })}
      />
    </div>
  )
}

function Resend({ email }: { email: string }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const refusal = useDeniedReason('admin')
  const send = useMutation(
    api.workspaces.resendInvitation.mutationOptions({
      onSuccess: () => notify.success(t('workspaces.members.resent', { email })),
      onError: (error) => notify.error(errorText(error)),
    }),
  )
  return (
    <Tooltip label={refusal || t('workspaces.members.resend')}>
      <ActionIcon
        aria-label={t('workspaces.members.resendFor', { email })}
        disabled={refusal !== ''}
        loading={send.isPending}
        onClick={() => send.mutate({ uid: workspace.uid, email })}
      >
        <IconMailForward size={18} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  )
}

function Remove({ member, own }: { member: Member; own: boolean }) {
  const { t } = useTranslation()
  const refusal = useDeniedReason('admin')
  const remove = useRemove(member)
  const label = t('workspaces.members.removeFor', { email: member.email })
  // Explains on press, as on hover, why one can't remove oneself.
  const self = own ? t('workspaces.members.removeSelf') : ''
  return (
    <Tooltip label={self || refusal || t('workspaces.members.remove')}>
      <ActionIcon
        color="red"
        aria-label={label}
        disabled={!own && refusal !== ''}
        aria-disabled={own || undefined}
        onClick={() => (own ? notify.error(self, { id: 'remove-self' }) : void remove())}
      >
        <IconTrash size={18} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  )
}

function useRemove({ email, state }: Member) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  return async () => {
    const yes = await confirm({
      title: t('workspaces.members.removeTitle', { email }),
      body: t(state === 'invited' ? 'workspaces.members.removeInvitedBody' : 'workspaces.members.removeBody'),
      confirm: t('workspaces.members.removeConfirm'),
    })
    if (!yes) return
    try {
      await api.workspaces.removeMember.call({ uid: workspace.uid, email })
      notify.success(t('workspaces.members.removed', { email }))
    } catch (error) {
      notify.error(errorText(error))
    }
    await client.invalidateQueries({ queryKey: api.workspaces.members.key() })
  }
}
