// The draft's answer to the question with its sources.
import type { Citations } from '@parlance/chat-ui/sources/link-citations.ts'
import { Alert, Button, Group, Text, Title } from '@mantine/core'
import { shownSources } from '@parlance/contract/conversations/citations'
import type { Source } from '@parlance/contract/conversations/schemas'
import { useId, useMemo, useRef, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { AnswerMeta } from '../../../components/chat/answer-meta.tsx'
import { LooseItems } from '../../../components/chat/message-items.tsx'
import classes from './preview.module.css'
import type { Asked } from './use-answer.ts'

interface Props {
  agentId: string
  asked: Asked
  onAgain: () => void
}

export function AnswerView({ agentId, asked, onAgain }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const { answer, running, error } = asked
  const list = useRef<HTMLUListElement>(null)
  const sources = useMemo(() => (running ? [] : shownSources(answer.sources, answer.text)), [running, answer])
  const citations = useMemo(
    (): Citations => ({
      // Numbers link to the document in the list below, not to its page.
      sources: sources.map((source) => ({ ...source, url: '' })),
      text: answer.text,
      label: (n) => t('conversations.source', { n }),
      open: (n) => list.current?.querySelector<HTMLElement>(`[data-n="${n}"] a`)?.focus(),
    }),
    [sources, answer.text, t],
  )
  const waiting = running && !answer.text
  const broken = !running && (error || answer.status === 'failed' || answer.status === 'interrupted')
  return (
    <section className={classes.answer} aria-labelledby={id}>
      <Group justify="space-between" gap="xs" mb={8}>
        <Title order={3} size="h4" id={id}>
          {t('preview.answer')}
        </Title>
        <Text size="xs" c="dimmed">
          {t('preview.draft')}
        </Text>
      </Group>
      <div aria-live="polite" aria-busy={running}>
        {waiting && (
          <Text size="sm" c="dimmed" className={classes.waiting}>
            {t('preview.waiting')}
          </Text>
        )}
        <LooseItems items={answer.items} growing={running} citations={citations} />
        {!running && !broken && answer.items.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('preview.silent')}
          </Text>
        )}
      </div>
      {broken && (
        <Alert color="red" role="alert" mt="sm">
          <Group justify="space-between" gap="xs">
            {error || t('preview.broken')}
            <Button size="compact-sm" variant="default" onClick={onAgain}>
              {t('preview.again')}
            </Button>
          </Group>
        </Alert>
      )}
      <AnswerSources agentId={agentId} sources={sources} list={list} />
      {!running && <AnswerMeta metadata={asked.answer.metadata} mt={10} />}
    </section>
  )
}

interface SourcesProps {
  agentId: string
  sources: readonly Source[]
  list: RefObject<HTMLUListElement | null>
}

/** Passages by citation number; without citations, each document once. */
function AnswerSources({ agentId, sources, list }: SourcesProps) {
  const { t } = useTranslation()
  const { region } = useScope()
  const shown = [...new Map(sources.map((source) => [source.n ?? source.docId, source])).values()]
  if (shown.length === 0) return null
  return (
    <div className={classes.sources}>
      <Text size="sm" c="dimmed" component="span">
        {t('preview.sources')}
      </Text>
      <ul ref={list}>
        {shown.map(({ n, docId, title }) => (
          <li key={n ?? docId} data-n={n}>
            {n !== undefined && <span className={classes.cited}>{n}</span>}
            <AppLink target={paths.agent(region, agentId, 'kb', { doc_id: docId })}>{title}</AppLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
