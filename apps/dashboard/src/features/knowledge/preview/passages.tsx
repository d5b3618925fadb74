// Found passages, best first, with the result of each search.
import { Badge, Group, Text, Title, Tooltip } from '@mantine/core'
import { matchPercent } from '@parlance/contract/knowledge/score-fusion'
import { relevant } from '@parlance/contract/knowledge/relevance-filter'
import type { Passage } from '@parlance/contract/knowledge/schemas'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { Passage as PassageText } from '../../../components/content/passage.tsx'
import { highlight } from '../highlight.ts'
import classes from './preview.module.css'
import { SaveRetrievalQuestion } from './save-retrieval-question.tsx'

interface Props {
  agentId: string
  found: readonly Passage[]
  question: string
  /** The cosine the best passage must reach; undefined uses the default. */
  threshold: number | undefined
  /** The server's own encoder compares meanings because no provider key is set. */
  sandbox: boolean
}

/** Passages the agent would read, and separately those too far from the question. */
export function Passages({ agentId, found, question, threshold, sandbox }: Props) {
  const { t } = useTranslation()
  const [heading, unused] = [useId(), useId()]
  // The same rule selects what a turn passes to the model.
  const used = relevant(found, threshold)
  const others = found.filter((passage) => !used.includes(passage))
  return (
    <section aria-labelledby={heading}>
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h4" id={heading}>
          {t('preview.passages')}
        </Title>
        {sandbox && (
          <Tooltip label={t('preview.sandboxHint')}>
            <Badge size="sm" color="yellow">
              {t('preview.sandbox')}
            </Badge>
          </Tooltip>
        )}
      </Group>
      <Text size="sm" c="dimmed" mb="sm" aria-live="polite">
        {used.length === 0 ? t('knowledge.test.none') : t('knowledge.test.results', { count: used.length })}
      </Text>
      <List {...{ agentId, question, sandbox }} passages={used} from={1} isUsed />
      {others.length > 0 && (
        <section className={classes.unused} aria-labelledby={unused}>
          <Title order={4} size="h5" id={unused}>
            {t('knowledge.test.notClose')}
          </Title>
          <Text size="sm" c="dimmed" mb="sm">
            {t('knowledge.test.notCloseText')}
          </Text>
          <List {...{ agentId, question, sandbox }} passages={others} from={used.length + 1} isUsed={false} />
        </section>
      )}
    </section>
  )
}

interface ListProps extends Pick<Props, 'agentId' | 'question' | 'sandbox'> {
  passages: readonly Passage[]
  /** Number of the first. */
  from: number
  /** The agent would read them. */
  isUsed: boolean
}

function List({ passages, from, ...props }: ListProps) {
  if (passages.length === 0) return null
  return (
    <ol className={classes.passages} start={from}>
      {passages.map((passage, index) => (
        <Found key={`${passage.docId}/${passage.chunk}`} passage={passage} number={from + index} {...props} />
      ))}
    </ol>
  )
}

interface FoundProps extends Pick<ListProps, 'agentId' | 'question' | 'sandbox' | 'isUsed'> {
  passage: Passage
  number: number
}

function Found({ agentId, question, passage, number, ...scored }: FoundProps) {
  const { t } = useTranslation()
  const { region, client } = useScope()
  const { docId, title, text } = passage
  return (
    <li className={classes.passage}>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Group gap={8} wrap="nowrap" miw={0}>
          <span className={classes.number} aria-hidden>
            {number}
          </span>
          <AppLink
            className={`${classes.document} truncate`}
            target={paths.agent(region, agentId, 'kb', { doc_id: docId })}
            title={t('preview.open', { name: title })}
          >
            {title}
          </AppLink>
        </Group>
        <Score passage={passage} {...scored} />
      </Group>
      <PassageText
        label={t('preview.passageOf', { number, name: title })}
        className={classes.quote}
        text={text}
        pieces={(words) => highlight(words, question)}
      />
      {!client && (
        <Group justify="flex-end" mt={4}>
          <SaveRetrievalQuestion agentId={agentId} question={question} passage={passage} />
        </Group>
      )}
    </li>
  )
}

/** One score in list order; the tooltip shows each search. */
function Score({ passage, sandbox, isUsed }: Pick<FoundProps, 'passage' | 'sandbox' | 'isUsed'>) {
  const { t } = useTranslation()
  const { textRank, similarity, score } = passage
  const words = textRank ? t('knowledge.test.words', { rank: textRank }) : t('knowledge.test.noWords')
  const meaning =
    similarity === null
      ? t('knowledge.test.noMeaning')
      : t('preview.similarity', { percent: Math.max(0, Math.round(similarity * 100)) })
  return (
    <Tooltip label={`${words} · ${meaning}`}>
      <Badge size="sm" className={classes.scores} color={isUsed ? 'iris' : 'gray'} tabIndex={0}>
        {isUsed ? t('preview.match', { percent: matchPercent(score, sandbox) }) : t('preview.unused')}
      </Badge>
    </Tooltip>
  )
}
