// Support access: its meaning, who granted it until when, and granting or ending it.
import { Button, Input, Select, Text, Title } from '@mantine/core'
import { SUPPORT_HOURS, SUPPORT_ROLES } from '@parlance/contract/workspaces/support'
import type { SupportAccess, SupportHours, SupportRole } from '@parlance/contract/workspaces/support'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../lib/permissions.ts'
import { errorText } from '../../../lib/errors.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { AlertBox } from '../../../components/feedback/alert-box.tsx'
import { dateAndTime } from '../../../components/content/locale.ts'
import { notify } from '../../../components/feedback/notify.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import classes from './settings.module.css'

/** It may expire while shown. */
const LOOK_MS = 60_000

function useSupport() {
  const { api, workspace } = useScope()
  const asked = api.workspaces.support.queryOptions({
    input: { uid: workspace.uid },
    refetchInterval: ({ state }) => (state.data?.access ? LOOK_MS : false),
  })
  return useQuery(asked).data
}

/** Shown above everything while access is granted. */
export function SupportLine() {
  const access = useSupport()?.access
  return access ? (
    <div className={classes.notice}>
      <AlertBox kind="info">
        <Words of={access} />
      </AlertBox>
    </div>
  ) : null
}

function Words({ of }: { of: SupportAccess }) {
  const { t } = useTranslation()
  const role = t(`workspaces.roles.${of.role}`)
  return <>{t('workspaces.support.open', { until: dateAndTime(of.until), role })}</>
}

/** Hidden when no support account is configured; read-only without permission to manage. */
export function SupportSection() {
  const { t } = useTranslation()
  const support = useSupport()
  const manages = useCan('admin')
  if (!support?.offered || (!manages && !support.access)) return null
  const { access } = support
  return (
    <section className={classes.support} aria-labelledby="support-access">
      <Title order={2} size="h3" id="support-access">
        {t('workspaces.support.title')}
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="sm">
        {t('workspaces.support.text')}
      </Text>
      {access ? <Open of={access} manages={manages} /> : <Grant />}
    </section>
  )
}

function Open({ of, manages }: { of: SupportAccess; manages: boolean }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const end = useMutation({
    ...useChanged(t('workspaces.support.ended')),
    mutationFn: () => api.workspaces.endSupport.call({ uid: workspace.uid }),
  })
  return (
    <div className={classes.supportOpen}>
      <div className={classes.grow}>
        <Text size="sm">
          <Words of={of} />
        </Text>
        <Text size="xs" c="dimmed" className={classes.breaking}>
          {t('workspaces.support.grantedBy', { email: of.grantedBy })}
        </Text>
      </div>
      {manages && (
        <Button variant="outline" color="red" loading={end.isPending} onClick={() => end.mutate()}>
          {t('workspaces.support.endNow')}
        </Button>
      )}
    </div>
  )
}

function Grant() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const [role, setRole] = useState<SupportRole>('viewer')
  const [hours, setHours] = useState<SupportHours>(8)
  const grant = useMutation({
    ...useChanged(t('workspaces.support.granted')),
    mutationFn: () => api.workspaces.grantSupport.call({ uid: workspace.uid, role, hours }),
  })
  const times = SUPPORT_HOURS.map((count) => ({
    value: String(count),
    label: t('workspaces.support.hours', { count }),
  }))
  return (
    <div className={classes.invite}>
      <Select
        className={classes.grow}
        label={t('workspaces.support.role')}
        data={SUPPORT_ROLES.map((value) => ({ value, label: t(`workspaces.roles.${value}`) }))}
        allowDeselect={false}
        value={role}
        onChange={(value) => setRole(SUPPORT_ROLES.find((one) => one === value) ?? role)}
      />
      <Select
        className={classes.grow}
        label={t('workspaces.support.for')}
        data={times}
        allowDeselect={false}
        value={String(hours)}
        onChange={(value) => setHours(SUPPORT_HOURS.find((one) => String(one) === value) ?? hours)}
      />
      {/* With the place of a label above it, it stands in line with the fields. */}
      <Input.Wrapper className={classes.inviteButton} label={'\u00a0'} labelElement="div">
        <Button fullWidth variant="default" loading={grant.isPending} onClick={() => grant.mutate()}>
          {t('workspaces.support.grant')}
        </Button>
      </Input.Wrapper>
    </div>
  )
}

/** Reports a change and reloads what is shown. */
function useChanged(done: string) {
  const { api } = useScope()
  const client = useQueryClient()
  return {
    onSuccess: () => notify.success(done),
    onError: (error: Error) => notify.error(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: api.workspaces.support.key() }),
  }
}
