import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Period } from './range.ts'
import { TABLES, useCsv } from './use-analytics.ts'

export function CsvMenu({ agentId, period }: { agentId: string; period: Period }) {
  const { t } = useTranslation()
  const csv = useCsv(agentId, period)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          loading={csv.isPending}
          leftSection={<IconDownload size={16} stroke={1.5} />}
          rightSection={<IconChevronDown size={14} stroke={1.5} />}
        >
          {t('analytics.csv.button')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {TABLES.map((table) => (
          <Menu.Item key={table} onClick={() => csv.mutate(table)}>
            {t(`analytics.csv.${table}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
