// Results of the live check with advice.
import { Text } from '@mantine/core'
import type { EmbedCheck, EmbedFinding, EmbedVerdict, FindingCode, UnreadReason } from '@parlance/contract/widget/embed'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconHelpCircle,
  IconInfoCircle,
  IconWorldOff,
  type Icon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CodeBox } from '../../../components/inputs/copy-button.tsx'
import { RelativeTime } from '../../../components/content/time.tsx'
import classes from './deploy.module.css'

const VERDICTS: Record<EmbedVerdict, { icon: Icon; tone: string }> = {
  live: { icon: IconCircleCheck, tone: 'good' },
  broken: { icon: IconCircleX, tone: 'problem' },
  missing: { icon: IconCircleX, tone: 'problem' },
  unsure: { icon: IconHelpCircle, tone: 'warning' },
  unread: { icon: IconWorldOff, tone: 'warning' },
}
const LEVELS: Record<EmbedFinding['level'], Icon> = {
  good: IconCircleCheck,
  note: IconInfoCircle,
  warning: IconAlertTriangle,
  problem: IconCircleX,
}

export function CheckResult({ check }: { check: EmbedCheck }) {
  const { t } = useTranslation()
  const { icon: VerdictIcon, tone } = VERDICTS[check.verdict]
  const blocked = check.findings.filter(({ code }) => code === 'blocked')
  const others = check.findings.filter(({ code }) => code !== 'blocked')
  return (
    <div className={classes.result} data-tone={tone} data-verdict={check.verdict}>
      <div className={classes.verdict}>
        <VerdictIcon size={28} stroke={1.5} aria-hidden />
        <div>
          <Text fw={600}>{t(`liveCheck.verdicts.${check.verdict}`)}</Text>
          <Text size="sm" c="dimmed" className={classes.url}>
            {check.url}
          </Text>
        </div>
      </div>
      <ul className={classes.findings}>
        {blocked.length > 0 && <Blocked findings={blocked} />}
        {others.map((finding) => (
          <Finding key={finding.code} finding={finding} />
        ))}
      </ul>
    </div>
  )
}

/** Findings except those about the page's policy, which share one text. */
type Sentence = `liveCheck.findings.${Exclude<FindingCode, 'blocked'>}.${'what' | 'todo'}`

function Finding({ finding: { code, level, values } }: { finding: EmbedFinding }) {
  const { t } = useTranslation()
  if (code === 'blocked') return null
  const LevelIcon = LEVELS[level]
  // The placeholders of each sentence vary; no type covers them all.
  const say = t as unknown as (key: Sentence, holds: EmbedFinding['values']) => string
  const reason = values['reason'] as UnreadReason
  const what = code === 'unread' ? t(`liveCheck.reasons.${reason}`) : say(`liveCheck.findings.${code}.what`, values)
  const todo = say(`liveCheck.findings.${code}.todo`, values)
  return (
    <li data-level={level}>
      <LevelIcon size={18} stroke={1.5} aria-hidden />
      <div>
        <Text size="sm" fw={500}>
          {what}
          {code === 'seen-before' && (
            <>
              {' '}
              <RelativeTime at={values['at'] ?? ''} />
            </>
          )}
        </Text>
        {todo && (
          <Text size="sm" c="dimmed">
            {todo}
          </Text>
        )}
      </div>
    </li>
  )
}

/** Policy violations, as one line to add. */
function Blocked({ findings }: { findings: readonly EmbedFinding[] }) {
  const { t } = useTranslation()
  const places = [...new Set(findings.map(({ values }) => values['where']))]
  const where = places.length > 1 ? 'both' : places[0] === 'meta' ? 'meta' : 'header'
  const policy = findings.map(({ values }) => `${values['directive']} ${values['source']};`).join('\n')
  return (
    <li data-level="problem">
      <IconCircleX size={18} stroke={1.5} aria-hidden />
      <div className={classes.blocked}>
        <Text size="sm" fw={500}>
          {t(`liveCheck.blocked.${where}`)}
        </Text>
        <Text size="sm" c="dimmed">
          {t('liveCheck.blocked.todo')}
        </Text>
        <CodeBox
          value={policy}
          name={t('widget.deploy.directives')}
          copyLabel={t('agents.settings.copy', { what: t('widget.deploy.directives') })}
        />
      </div>
    </li>
  )
}
