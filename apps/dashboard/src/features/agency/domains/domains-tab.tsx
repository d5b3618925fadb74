// Domains of an agency: a subdomain of the product, and a custom domain verified by records.
import { Anchor, Badge, Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { ORPCError } from '@orpc/client'
import { worksOnOwnHosts } from '@parlance/contract/agencies/standing'
import type { DomainType } from '@parlance/contract/domains/schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../components/feedback/notify.ts'
import { ValidatedInput } from '../../../components/inputs/validated-input.tsx'
import { originOf } from '../../../lib/agency/origin.ts'
import { errorText, hasCode } from '../../../lib/errors.ts'
import { useCan } from '../../../lib/permissions.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useAgencyDraft } from '../agency-draft.tsx'
import { UpgradeOffer, useEntitlements } from '../upgrade-offer.tsx'
import { CopyInstructions, DnsSimulatorLink, DnsTable, HowToAddRecords } from './dns-table.tsx'
import { EmailDeveloper } from './email-developer.tsx'
import { RemoveDomain } from './remove-domain.tsx'

const POLL_MS = 5000

export default function DomainsTab() {
  const { t } = useTranslation()
  const { saved } = useAgencyDraft()
  return (
    <Stack gap="lg">
      <UpgradeOffer needs="customDomain">{t('agency.domains.needsPlan')}</UpgradeOffer>
      <DomainCard type="vgSubdomain" domain={saved.VGsubDomain} isVerified={saved.isVerifiedSubDomain} />
      <DomainCard type="customDomain" domain={saved.customDomain} isVerified={saved.isVerifiedCustomDomain} />
    </Stack>
  )
}

interface Card {
  type: DomainType
  domain: string
  isVerified: boolean
}

function DomainCard({ type, domain, isVerified }: Card) {
  const { t } = useTranslation()
  return (
    <Paper withBorder radius="md" p="lg">
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            {t(`agency.domains.${type}.title`)}
          </Title>
          <Text size="sm" c="dimmed">
            {t(`agency.domains.${type}.hint`)}
          </Text>
        </div>
        {domain === '' ? <ClaimForm type={type} /> : <Claimed type={type} domain={domain} isVerified={isVerified} />}
      </Stack>
    </Paper>
  )
}

/** Reloads the stored agency. */
function useRefreshAgency() {
  const { api } = useScope()
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: api.agencies.key() })
}

function ClaimForm({ type }: { type: DomainType }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const allowed = useEntitlements()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const refresh = useRefreshAgency()
  const claim = useMutation(
    api.domains.claim.mutationOptions({
      onSuccess: refresh,
      onError: (error) => {
        setProblem(errorText(error))
        // The name may be valid: a retry can succeed.
        if (!(error instanceof ORPCError && error.status < 500)) notify.error(t(`agency.domains.${type}.failed`))
      },
    }),
  )
  const required = t(type === 'vgSubdomain' ? 'agency.domains.nameRequired' : 'agency.domains.required')
  /** Why a claim would be refused; a failed check blocks nothing. */
  const whyNot = async (domain: string) => {
    if (domain.trim() === '') return required
    const named = { domain, domainType: type, userId: workspace.uid }
    return api.domains.available.call(named).then(
      () => undefined,
      (error: unknown) =>
        hasCode(error, 'INVALID_INPUT') || hasCode(error, 'CONFLICT') ? errorText(error) : undefined,
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblem('')
    if (typed.trim() === '') return setProblem(required)
    claim.mutate({
      customDomain: typed,
      userId: workspace.uid,
      ...(type === 'vgSubdomain' ? { isVGSubdomain: true } : { isCustomDomain: true }),
    })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start" gap="sm" wrap="wrap">
        <Box flex={1} miw={220}>
          <ValidatedInput
            label={t(`agency.domains.${type}.label`)}
            placeholder={t(`agency.domains.${type}.placeholder`)}
            value={typed}
            error={problem}
            isAddress
            disabled={allowed?.customDomain === false}
            validate={whyNot}
            onChange={(value) => {
              setTyped(value)
              setProblem('')
            }}
          />
        </Box>
        {useCan('admin') && (
          <Button type="submit" mt={25} loading={claim.isPending} disabled={allowed?.customDomain === false}>
            {t('agency.domains.submit')}
          </Button>
        )}
      </Group>
    </form>
  )
}

function Claimed({ type, domain, isVerified: wasVerified }: Card) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const refresh = useRefreshAgency()
  const isAdmin = useCan('admin')
  const input = { domain, domainType: type, userId: workspace.uid }
  const state = useQuery(
    api.domains.status.queryOptions({
      input,
      enabled: isAdmin,
      retry: false,
      refetchInterval: ({ state: { data } }) => (data?.isVerified ? false : POLL_MS),
    }),
  )
  const isVerified = state.data?.isVerified ?? wasVerified
  const allowed = useEntitlements()
  const isPaused = allowed !== undefined && !worksOnOwnHosts(allowed)
  const live = useQuery(
    api.domains.proxy.queryOptions({
      input: { domain, userId: workspace.uid },
      enabled: isAdmin && isVerified && allowed !== undefined && !isPaused,
      retry: false,
      refetchInterval: ({ state: { data } }) => (data ? false : POLL_MS),
    }),
  )
  const isNews = state.data?.isVerified === true && !wasVerified
  const { refresh: refreshAgency } = useAgencyDraft()
  const tell = useRef(refreshAgency)
  useEffect(() => {
    if (isNews) void tell.current()
  }, [isNews])
  return (
    <Stack gap="md">
      <Group gap="sm">
        {live.data && !isPaused ? (
          <Anchor href={originOf(domain)} target="_blank" rel="noopener" fw={600} dir="ltr">
            {domain}
          </Anchor>
        ) : (
          <Text fw={600} dir="ltr">
            {domain}
          </Text>
        )}
        <Verification isChecking={isAdmin && (!state.data || state.isFetching)} isVerified={isVerified} />
        {isVerified && (isAdmin || isPaused) && (
          <Badge variant="light" color={live.data && !isPaused ? 'green' : 'gray'}>
            {t(`agency.domains.${isPaused ? 'paused' : live.data ? 'live' : 'certificate'}`)}
          </Badge>
        )}
      </Group>
      {state.error && !(state.data && state.error instanceof TypeError) && (
        <Text size="sm" c="red" role="alert">
          {errorText(state.error)}
        </Text>
      )}
      {state.data && state.data.records.length > 0 && (
        <>
          <DnsTable records={state.data.records} />
          <Text size="sm" c="dimmed">
            {t('agency.domains.propagation')}
          </Text>
          <DnsSimulatorLink domain={domain} records={state.data.records} />
        </>
      )}
      {isAdmin && (
        <Group gap="sm">
          {type === 'customDomain' && !isVerified && <EmailDeveloper domain={domain} />}
          {state.data && state.data.records.length > 0 && <CopyInstructions {...state.data} />}
          {type === 'customDomain' && <HowToAddRecords />}
          <RemoveDomain input={input} isVerified={isVerified} onRemoved={refresh} />
        </Group>
      )}
    </Stack>
  )
}

function Verification({ isChecking, isVerified }: { isChecking: boolean; isVerified: boolean }) {
  const { t } = useTranslation()
  if (isVerified)
    return (
      <Text size="sm" c="green" component="output">
        {t('agency.domains.verified')}
      </Text>
    )
  if (isChecking)
    return (
      <Text size="sm" c="dimmed" component="output">
        {t('agency.domains.checking')}
      </Text>
    )
  return (
    <Text size="sm" c="red" component="output">
      {t('agency.domains.notVerified')}
    </Text>
  )
}
