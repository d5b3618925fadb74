// The signing secret, its rotation, and code that verifies signatures.
import { Button, Group, PasswordInput, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../lib/permissions.ts'
import { errorText } from '../../lib/errors.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { AlertBox } from '../../components/feedback/alert-box.tsx'
import { confirm } from '../../components/overlay/confirm.tsx'
import { CodeBox, CopyButton } from '../../components/inputs/copy-button.tsx'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { Section } from '../../components/layout/page.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { dateAndTime } from '../../components/content/locale.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import classes from './events.module.css'
import { useInvalidateEvents } from './use-events.ts'
import { VERIFY_CODE, type VerifyLanguage } from './verify-code.ts'

interface Props {
  /** Undefined for an unsaved endpoint. */
  endpointId: string | undefined
}

export function Secret({ endpointId }: Props) {
  const { t } = useTranslation()
  const mayLook = useCan('admin')
  return (
    <Section title={t('events.secret.title')} description={t('events.secret.text')}>
      <Stack gap="md">
        {!mayLook && (
          <Text size="sm" c="dimmed">
            {t('events.secret.admins')}
          </Text>
        )}
        {mayLook && endpointId === undefined && <NoSecret />}
        {mayLook && endpointId !== undefined && <Shown endpointId={endpointId} />}
        <Verify />
      </Stack>
    </Section>
  )
}

function NoSecret() {
  const { t } = useTranslation()
  return (
    <Text size="sm" c="dimmed">
      {t('events.secret.none')}
    </Text>
  )
}

function Shown({ endpointId }: { endpointId: string }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const found = useQuery(api.events.endpointSecret.queryOptions({ input: { uid: workspace.uid, endpointId } }))
  if (found.isPending) return <RowSkeletons rows={1} />
  if (!found.data) return <ErrorMessage text={errorText(found.error)} onRetry={() => void found.refetch()} />
  const { secret, oldUntil } = found.data.data
  if (secret === '') return <NoSecret />
  return (
    <Stack gap="sm">
      <div className={classes.secret}>
        <PasswordInput className={classes.grow} label={t('events.secret.label')} value={secret} readOnly />
        <CopyButton value={secret} label={t('events.secret.copy')} />
      </div>
      {oldUntil !== null && <AlertBox kind="info">{t('events.secret.both', { at: dateAndTime(oldUntil) })}</AlertBox>}
      <Rotate endpointId={endpointId} />
    </Stack>
  )
}

function Rotate({ endpointId }: { endpointId: string }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const invalidate = useInvalidateEvents()
  const rotate = useMutation({
    mutationFn: () => api.events.rotateEndpointSecret.call({ uid: workspace.uid, endpointId }),
    async onSuccess() {
      notify.success(t('events.secret.rotated'))
      await invalidate()
    },
    onError: (error) => notify.error(errorText(error)),
  })
  const ask = async () => {
    const sure = await confirm({
      title: t('events.secret.rotateTitle'),
      body: t('events.secret.rotateText'),
      confirm: t('events.secret.rotate'),
      danger: false,
    })
    if (sure) rotate.mutate()
  }
  return (
    <div>
      <Button size="xs" variant="default" loading={rotate.isPending} onClick={() => void ask()}>
        {t('events.secret.rotate')}
      </Button>
    </div>
  )
}

function Verify() {
  const { t } = useTranslation()
  const [language, setLanguage] = useState<VerifyLanguage>('node')
  return (
    <div>
      <Group justify="space-between" mb="xs">
        <Text size="sm" fw={500}>
          {t('events.secret.verify')}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={t('events.secret.language')}
          data={[
            { value: 'node', label: 'Node' },
            { value: 'python', label: 'Python' },
          ]}
          value={language}
          onChange={(next) => setLanguage(next as VerifyLanguage)}
        />
      </Group>
      <CodeBox value={VERIFY_CODE[language]} name={t('events.secret.verify')} copyLabel={t('events.secret.copyCode')} />
    </div>
  )
}
