// Details of a trace line: candidates, passages, and what models and tools received and returned.
import { Badge, Text } from '@mantine/core'
import type { TraceEntry } from '@parlance/contract/engine/types'
import { useTranslation } from 'react-i18next'
import { Passage } from '../../../components/content/passage.tsx'
import { pretty, type ReadResult } from './read-trace.ts'
import classes from './trace.module.css'

type Of<T extends TraceEntry['type']> = Extract<TraceEntry, { type: T }>

const KINDS = { child: 1, global: 1, back: 1 } as const

export function CandidateList({ candidates, chosen }: Pick<Of<'decision'>, 'candidates' | 'chosen'>) {
  const { t } = useTranslation()
  return (
    <ul className={classes.plain}>
      {candidates.map(({ nodeId, name, condition, kind }) => (
        <li key={nodeId} data-chosen={nodeId === chosen || undefined}>
          <span className={classes.pair}>
            <strong>{name || nodeId}</strong>
            <Badge size="sm" color="gray">
              {kind in KINDS ? t(`debug.row.kind.${kind as keyof typeof KINDS}`) : kind}
            </Badge>
            {nodeId === chosen && (
              <Badge size="sm" color="green">
                {t('debug.row.chosen')}
              </Badge>
            )}
          </span>
          <span className={classes.quiet}>{condition}</span>
        </li>
      ))}
    </ul>
  )
}

export function Passages({ entry: { query, passages } }: { entry: Of<'retrieval'> }) {
  const { t } = useTranslation()
  const best = Math.max(...passages.map(({ score }) => score), 0.0001)
  return (
    <>
      <Text size="xs" c="dimmed">
        {t('debug.row.query')}: “{query}”
      </Text>
      <ol className={classes.plain}>
        {passages.map(({ docId, title, score, text, used }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a trace never changes
          <li key={`${docId}/${index}`} data-unused={!used || undefined}>
            <span className={classes.pair}>
              <strong className="truncate">{title}</strong>
              <Badge size="sm" color={used ? 'green' : 'gray'}>
                {t(used ? 'debug.row.used' : 'debug.row.unused')}
              </Badge>
              <span className={classes.end}>{t('debug.row.score', { score })}</span>
            </span>
            <div className={classes.track} aria-hidden>
              <div className={classes.bar} style={{ inlineSize: `${Math.max(0, score / best) * 100}%` }} />
            </div>
            <Passage label={title} className={classes.passage} text={text} />
          </li>
        ))}
      </ol>
    </>
  )
}

export function ModelTexts({ entry: { prompt, answer } }: { entry: Of<'model'> }) {
  const { t } = useTranslation()
  return (
    <>
      <Code name={t('debug.row.answer')} text={pretty(answer)} dir="auto" />
      <Code name={t('debug.row.prompt')} text={prompt} dir="auto" />
    </>
  )
}

export function ToolTexts({ args, result }: { args: string; result: ReadResult }) {
  const { t } = useTranslation()
  const { request, response, variables } = result
  const mapped = Object.keys(variables).length > 0 ? JSON.stringify(variables, null, 2) : ''
  return (
    <>
      <Code name={t('debug.row.arguments')} text={pretty(args)} />
      <Code name={t('debug.row.request')} text={request} />
      <Code name={t('debug.row.response')} text={response} />
      <Code name={t('debug.row.mapped')} text={mapped} />
    </>
  )
}

/** `dir`: `auto` for prose; code is left-to-right. */
function Code({ name, text, dir = 'ltr' }: { name: string; text: string; dir?: 'auto' | 'ltr' }) {
  if (text === '') return null
  return (
    <section className={classes.code} aria-label={name}>
      <span className={classes.quiet}>{name}</span>
      {/* Long texts scroll, so the keyboard must be able to reach them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} dir={dir}>
        {text}
      </pre>
    </section>
  )
}
