// DNS records to create; a click copies a value.
import { ActionIcon, Anchor, Badge, Button, Group, Table, Text, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type { DnsRecord } from '@parlance/contract/domains/schemas'
import { useQuery } from '@tanstack/react-query'
import { IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../components/feedback/notify.ts'
import { statusQuery } from '../../../lib/session/session.ts'

export function DnsTable({ records }: { records: readonly DnsRecord[] }) {
  const { t } = useTranslation()
  return (
    <Table.ScrollContainer minWidth={460}>
      <Table verticalSpacing="xs" horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            {(['status', 'type', 'name', 'value', 'priority', 'ttl'] as const).map((column) => (
              <Table.Th key={column}>{t(`agency.domains.columns.${column}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {records.map((record) => (
            <Table.Tr key={`${record.type} ${record.name} ${record.value}`}>
              <Table.Td>
                <Badge
                  variant="light"
                  style={{ flexShrink: 0, overflow: 'visible' }}
                  miw="max-content"
                  color={record.status === 'verified' ? 'green' : 'gray'}
                >
                  {t(`agency.domains.states.${record.status}`)}
                </Badge>
              </Table.Td>
              <Table.Td>{record.type}</Table.Td>
              <Table.Td>
                <Copied text={record.name} />
              </Table.Td>
              <Table.Td>
                <Copied text={record.value} />
              </Table.Td>
              <Table.Td>{record.priority || '—'}</Table.Td>
              <Table.Td>{record.ttl}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** Copies the records as text for the person who creates them. */
export function CopyInstructions({ domain, records }: { domain: string; records: readonly DnsRecord[] }) {
  const { t } = useTranslation()
  const { copy } = useClipboard()
  const copyAll = () => {
    const said = records.map((record) =>
      (['type', 'name', 'value', 'priority', 'ttl'] as const)
        .flatMap((column) =>
          record[column] === '' ? [] : [`${t(`agency.domains.columns.${column}`)}: ${record[column]}`],
        )
        .join('\n'),
    )
    copy([t('agency.domains.instructions', { domain }), ...said, t('agency.domains.propagation')].join('\n\n'))
    notify.success(t('agency.domains.instructionsCopied'))
  }
  return (
    <Button variant="default" onClick={copyAll}>
      {t('agency.domains.copyInstructions')}
    </Button>
  )
}

interface DnsSimulatorProps {
  domain: string
  records: readonly (Pick<DnsRecord, 'name' | 'value'> & { readonly type: string })[]
}

/** Makes names relative to the zone, as registrars ask for them. */
function inZone(domain: string, records: DnsSimulatorProps['records']) {
  const leading = records.find(({ type }) => type === 'CNAME' || type === 'A')?.name ?? '@'
  const zone = leading === '@' ? domain : domain.slice(leading.length + 1)
  return records.map(({ type, name, value }) => ({ type, name: name === '@' ? zone : `${name}.${zone}`, value }))
}

/** Links to the DNS simulator with the domain's records filled in. */
export function DnsSimulatorLink({ domain, records }: DnsSimulatorProps) {
  const { t } = useTranslation()
  if (!useQuery(statusQuery).data?.simulatorPages.includes('dns')) return null
  return (
    <Text size="sm" c="dimmed">
      {t('agency.domains.sandbox')}{' '}
      <Anchor
        href={`/sandbox/dns#${encodeURIComponent(JSON.stringify(inZone(domain, records)))}`}
        target="_blank"
        rel="noopener"
        size="sm"
      >
        {t('agency.domains.simulator')}
      </Anchor>
    </Text>
  )
}

/** Links to instructions per DNS provider. */
export function HowToAddRecords() {
  const { t } = useTranslation()
  return (
    <Anchor href="/help/dns-records" target="_blank" rel="noopener" size="sm">
      {t('agency.domains.howTo')}
    </Anchor>
  )
}

export function Copied({ text }: { text: string }) {
  const { t } = useTranslation()
  const { copy } = useClipboard()
  const copyIt = () => {
    copy(text)
    notify.success(t('agency.domains.copied'))
  }
  return (
    <Group gap={4} wrap="nowrap" onClick={copyIt} style={{ cursor: 'pointer' }}>
      <Text size="sm" ff="monospace" dir="ltr" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      <Tooltip label={t('agency.overview.copy', { what: text })}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t('agency.overview.copy', { what: text })}
          onClick={(event) => {
            event.stopPropagation()
            copyIt()
          }}
        >
          <IconCopy size={14} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
