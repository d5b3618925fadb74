// Breakdown of a figure as a table with bars.
import { Anchor, Button, Group, Paper, Table, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { AppLink } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import classes from './analytics.module.css'
import { mergeByName, number, percent, type Series, type Shared, useNames } from './names.ts'
import type { AgentAnalytics } from './use-analytics.ts'

const FEW = 6
/** Browser and country are known only for loads and openings; only conversations have channels. */
const MEASURE: Record<Shared, Series> = {
  countries: 'loads',
  browsers: 'loads',
  platforms: 'loads',
  channels: 'messages',
}

interface Props {
  of: Shared
  rows: AgentAnalytics['countries']
  countsCountries?: boolean
  /** All loads of the period, including those without a country. */
  loads?: number
  agentId?: string
}

export function Shares({ of, rows, countsCountries, loads = 0, agentId }: Props) {
  const { t } = useTranslation()
  const nameOf = useNames()
  const [all, setAll] = useState(false)
  const measure = MEASURE[of]
  const counted = mergeByName(
    rows.flatMap((row) => (row[measure] > 0 ? [{ label: nameOf(of, row.value), count: row[measure] }] : [])),
  )
  const sum = counted.reduce((total, { count }) => total + count, 0)
  const most = counted[0]?.count ?? 1
  const title = t(`analytics.shares.${of}`)
  return (
    <Paper withBorder radius="lg" className={classes.card} component="section" aria-label={title}>
      <Group justify="space-between" gap="sm" mb="sm">
        <Title order={2} size="h3">
          {title}
        </Title>
        {/* The head of the table says it to those who don't see it. */}
        <Text c="dimmed" size="sm" aria-hidden>
          {t(`analytics.series.${measure}`)}
        </Text>
      </Group>
      {counted.length === 0 ? (
        <Text c="dimmed" size="sm">
          {countsCountries === false && agentId ? <CountriesOff agentId={agentId} /> : t('analytics.none')}
        </Text>
      ) : (
        <Table className={classes.bars} verticalSpacing={6} withRowBorders={false}>
          <Table.Thead className="visually-hidden">
            <Table.Tr>
              <Table.Th scope="col">{title}</Table.Th>
              <Table.Th scope="col">{t(`analytics.series.${measure}`)}</Table.Th>
              <Table.Th scope="col">{t('analytics.part')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {counted.slice(0, all ? undefined : FEW).map(({ label, count }) => (
              <Table.Tr key={label}>
                <Table.Th scope="row" fw={400}>
                  <span className={classes.bar} style={{ inlineSize: `${(count / most) * 100}%` }} aria-hidden />
                  <span className={classes.name}>{label}</span>
                </Table.Th>
                <Table.Td>{number(count)}</Table.Td>
                <Table.Td c="dimmed">{percent(count / sum)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {counted.length > FEW && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? t('analytics.showFewer') : t('analytics.showAll', { count: counted.length })}
        </Button>
      )}
      {agentId && countsCountries && <WithoutCountry count={loads - sum} />}
    </Paper>
  )
}

function CountriesOff({ agentId }: { agentId: string }) {
  const { region } = useScope()
  const link = (
    <Anchor
      size="sm"
      underline="always"
      renderRoot={(props) => <AppLink target={paths.settings(region, agentId, 'analytics')} {...props} />}
    />
  )
  // Not `link`, a void element in HTML.
  return <Trans i18nKey="analytics.countriesOff" components={{ to: link }} />
}

/** Explains why countries add up to fewer loads. */
function WithoutCountry({ count }: { count: number }) {
  const { t } = useTranslation()
  if (count <= 0) return null
  return (
    <Text c="dimmed" size="sm" mt="xs">
      {t('analytics.countriesFewer', { count, field: t('area.fields.enableGeoAnalytics') })}
    </Text>
  )
}
