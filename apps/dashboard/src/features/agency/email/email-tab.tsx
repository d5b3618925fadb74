// The sender domain of mails to clients, with its records and status.
import { Badge, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { worksOnOwnHosts } from '@parlance/contract/agencies/standing'
import { EmailDomainRecord } from '@parlance/contract/domains/schemas'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../components/feedback/notify.ts'
import { errorText } from '../../../lib/errors.ts'
import { useCan } from '../../../lib/permissions.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useAgencyDraft } from '../agency-draft.tsx'
import { DnsSimulatorLink, HowToAddRecords } from '../domains/dns-table.tsx'
import { UpgradeOffer, useEntitlements } from '../upgrade-offer.tsx'
import { RecordsTable } from './records-table.tsx'
import { RemoveEmailDomain } from './remove-email-domain.tsx'

const POLL_MS = 5000
const COLOURS = {
  not_started: 'gray',
  pending: 'yellow',
  verified: 'green',
  failure: 'red',
  temporary_failure: 'orange',
} as const

export default function EmailTab() {
  const { t } = useTranslation()
  const { saved } = useAgencyDraft()
  return (
    <Stack gap="lg">
      <UpgradeOffer needs="customDomain">{t('agency.domains.needsPlan')}</UpgradeOffer>
      <Paper withBorder radius="md" p="lg">
        <Stack gap="md">
          <div>
            <Title order={2} size="h4">
              {t('agency.emailDomain.title')}
            </Title>
            <Text size="sm" c="dimmed">
              {t('agency.emailDomain.hint')}
            </Text>
          </div>
          {saved.resendEmailDomainId === '' ? <AddForm /> : <Added key={saved.resendEmailDomainId} />}
        </Stack>
      </Paper>
    </Stack>
  )
}

function AddForm() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const { refresh } = useAgencyDraft()
  const isClosed = useEntitlements()?.customDomain === false
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const add = useMutation(
    api.domains.addEmailDomain.mutationOptions({
      onSuccess: refresh,
      onError: (error) => setProblem(errorText(error)),
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblem('')
    if (typed.trim() === '') return setProblem(t('agency.emailDomain.required'))
    add.mutate({ domain: typed.trim(), userId: workspace.uid })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start" gap="sm" wrap="wrap">
        <TextInput
          flex={1}
          miw={220}
          label={t('agency.emailDomain.label')}
          placeholder="example.com"
          value={typed}
          error={problem}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
          disabled={isClosed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setProblem('')
          }}
        />
        {useCan('admin') && (
          <Button type="submit" mt={25} loading={add.isPending} disabled={isClosed}>
            {t('agency.domains.submit')}
          </Button>
        )}
      </Group>
    </form>
  )
}

function Added() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const { saved, refresh } = useAgencyDraft()
  const isAdmin = useCan('admin')
  const input = { domainId: saved.resendEmailDomainId, userId: workspace.uid }
  const state = useQuery(
    api.domains.emailDomain.queryOptions({
      input,
      enabled: isAdmin,
      retry: false,
      refetchInterval: ({ state: { data } }) => (data?.data.status === 'verified' ? false : POLL_MS),
    }),
  )
  const status = state.data?.data.status ?? saved.resendEmailDomainStatus
  const records = state.data?.data.records ?? recordsOf(saved.resendEmailDomainRecords_JSON_STRING)
  const verify = useMutation(
    api.domains.verifyEmailDomain.mutationOptions({
      onSuccess: async () => {
        notify.info(t('agency.emailDomain.verificationPending'))
        await state.refetch()
      },
      onError: (error) => notify.error(errorText(error)),
    }),
  )
  const allowed = useEntitlements()
  const isPaused = allowed !== undefined && !worksOnOwnHosts(allowed)
  const before = useRef(saved.resendEmailDomainStatus)
  const found = state.data?.data.status
  useEffect(() => {
    if (found === undefined || found === before.current) return
    before.current = found
    if (found === 'verified') notify.success(t('agency.emailDomain.verificationSuccessful'))
    void refresh()
  }, [found, refresh, t])
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Text fw={600} dir="ltr">
          {saved.resendEmailDomain}
        </Text>
        <Badge variant="light" color={COLOURS[status]}>
          {t(`agency.emailDomain.states.${status}`)}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed" component="output">
        {t(`agency.emailDomain.meaning.${status === 'verified' && isPaused ? 'paused' : status}`, {
          domain: saved.resendEmailDomain,
        })}
      </Text>
      {state.error && (
        <Text size="sm" c="red" role="alert">
          {errorText(state.error)}
        </Text>
      )}
      {records.length > 0 && <RecordsTable records={records} />}
      {status !== 'verified' && (
        <Text size="sm" c="dimmed">
          {t('agency.domains.propagation')}
        </Text>
      )}
      {status !== 'verified' && <DnsSimulatorLink domain={saved.resendEmailDomain} records={records} />}
      {isAdmin && (
        <Group gap="sm">
          {status !== 'verified' && (
            <Button loading={verify.isPending} onClick={() => verify.mutate(input)}>
              {t('agency.emailDomain.verify')}
            </Button>
          )}
          {status !== 'verified' && <HowToAddRecords />}
          <RemoveEmailDomain input={input} domain={saved.resendEmailDomain} onRemoved={refresh} />
        </Group>
      )}
    </Stack>
  )
}

function recordsOf(json: string): EmailDomainRecord[] {
  try {
    return EmailDomainRecord.array().parse(JSON.parse(json))
  } catch {
    return []
  }
}
