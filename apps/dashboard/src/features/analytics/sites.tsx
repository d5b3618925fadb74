import { Box, Button, Paper, Table, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../components/content/time.tsx'
import classes from './analytics.module.css'
import { number } from './names.ts'
import type { AgentAnalytics } from './use-analytics.ts'

const FEW = 10

export function Sites({ sites }: { sites: AgentAnalytics['sites'] }) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  return (
    <Paper withBorder radius="lg" className={classes.card} component="section" aria-label={t('analytics.sites.title')}>
      <Title order={2} size="h3" mb={4}>
        {t('analytics.sites.title')}
      </Title>
      <Text c="dimmed" size="sm" mb="sm">
        {sites.length === 0 ? t('analytics.none') : t('analytics.sites.text')}
      </Text>
      {sites.length > 0 && (
        <Box className={classes.scroll} tabIndex={0}>
          <Table className={classes.figures}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('analytics.sites.site')}</Table.Th>
                <Table.Th scope="col" ta="end">
                  {t('analytics.series.loads')}
                </Table.Th>
                <Table.Th scope="col">{t('analytics.sites.first')}</Table.Th>
                <Table.Th scope="col">{t('analytics.sites.last')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {sites.slice(0, all ? undefined : FEW).map(({ origin, loads, firstAt, lastAt }) => (
                <Table.Tr key={origin}>
                  <Table.Th scope="row" fw={400} className={classes.origin}>
                    {origin}
                  </Table.Th>
                  <Table.Td ta="end">{number(loads)}</Table.Td>
                  <Table.Td>
                    <RelativeTime at={firstAt} />
                  </Table.Td>
                  <Table.Td>
                    <RelativeTime at={lastAt} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Box>
      )}
      {sites.length > FEW && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? t('analytics.showFewer') : t('analytics.showAll', { count: sites.length })}
        </Button>
      )}
    </Paper>
  )
}
