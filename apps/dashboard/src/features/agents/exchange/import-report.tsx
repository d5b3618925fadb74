// What an import carries over and what it loses.
import { Badge, Button, Group, Text, Title } from '@mantine/core'
import type { ImportReport } from '@parlance/contract/agents/schemas'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../../i18n/translate-message.ts'
import classes from './exchange.module.css'
import { noteGroups, type NoteGroup } from './import-state.ts'

const SHOWN = 8

export function ImportReportView({ report }: { report: ImportReport }) {
  const { t } = useTranslation()
  const groups = noteGroups(report)
  return (
    <section className={classes.report} aria-label={t('agents.exchange.report')}>
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h4">
          {t('agents.exchange.report')}
        </Title>
        <Badge color="gray">{t(`agents.exchange.formats.${report.format}`)}</Badge>
      </Group>
      <ul className={classes.counts}>
        {(['nodes', 'tools', 'variables'] as const).map((what) => (
          <li key={what}>{t(`agents.exchange.${what}`, { count: report[what] })}</li>
        ))}
      </ul>
      {groups.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('agents.exchange.complete')}
        </Text>
      )}
      {groups.map((group) => (
        <Notes key={group.level} {...group} />
      ))}
    </section>
  )
}

function Notes({ level, notes }: NoteGroup) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const shown = all ? notes : notes.slice(0, SHOWN)
  const count = notes.length
  const LevelIcon = level === 'lost' ? IconAlertTriangle : IconInfoCircle
  const title = t(`agents.exchange.${level}`, { count })
  return (
    <section className={classes.notes} data-level={level} aria-label={title}>
      <Title order={4} size="h6" className={classes.notesTitle}>
        <LevelIcon size={16} stroke={1.5} aria-hidden />
        {title}
      </Title>
      <ul>
        {shown.map(({ where, whereCode, what, code, params }) => (
          <li key={`${where}\n${what}`}>
            <strong>{translateMessage({ code: whereCode, message: where })}</strong>{' '}
            {translateMessage({ code, params, message: what })}
          </li>
        ))}
      </ul>
      {count > shown.length && (
        <Button size="compact-xs" variant="subtle" onClick={() => setAll(true)}>
          {t('agents.exchange.showAll', { count })}
        </Button>
      )}
    </section>
  )
}
