// Figures of an organization in the list: conversations, outcomes, and open issues.
import { Badge, Text, Tooltip } from '@mantine/core'
import type { OrgSummary } from '@parlance/contract/orgs/schemas'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../components/content/time.tsx'
import { numberLocale } from '../../i18n/number-locale.ts'
import classes from './orgs.module.css'

const COLUMNS = ['conversations', 'answered', 'satisfaction', 'lastActivity'] as const

export function OrgFigures({ org: { figures, disabled } }: { org: OrgSummary }) {
  const { t, i18n } = useTranslation()
  const locale = numberLocale(i18n.language)
  const { conversations, answered, satisfaction, lastActivity, attention } = figures
  const shown = {
    conversations: conversations.toLocaleString(locale),
    answered: answered?.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 0 }) ?? '–',
    satisfaction: satisfaction?.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) ?? '–',
    lastActivity: lastActivity === null ? '–' : <RelativeTime at={lastActivity} />,
  }
  const reasons = attention.map((reason) => t(`orgs.attention.${reason}`, { count: figures.waiting })).join(' · ')
  return (
    <div className={classes.facts}>
      <span className={classes.badges}>
        {disabled && <Badge color="yellow">{t('orgs.disabled')}</Badge>}
        {attention.length > 0 && (
          <Tooltip label={reasons} events={{ hover: true, focus: true, touch: true }}>
            <Badge color="yellow" tabIndex={0} aria-label={`${t('orgs.attention.badge')}: ${reasons}`}>
              {t('orgs.attention.badge')}
            </Badge>
          </Tooltip>
        )}
      </span>
      {COLUMNS.map((column) => (
        <span key={column} className={classes.figure}>
          <Text span size="xs" c="dimmed" className={classes.label}>
            {t(`orgs.figures.${column}`)}
          </Text>
          {shown[column]}
        </span>
      ))}
    </div>
  )
}
