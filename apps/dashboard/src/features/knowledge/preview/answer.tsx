// The answer of the draft to the question, and what it is from.
import { Alert, Badge, Button, Group, Text, Title } from '@mantine/core'
import type { Source } from '@parlance/core/conversations/conversations'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../link.tsx'
import { paths } from '../../../paths.ts'
import { useScope } from '../../../scope.tsx'
import { Items } from '../../../ui/items/items.tsx'
import { LazyMarkdown } from '../../../ui/lazy-markdown.tsx'
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
      <div className={classes.bubble} aria-live="polite" aria-busy={running}>
        {waiting && (
          <Text size="sm" c="dimmed" className={classes.waiting}>
            {t('preview.waiting')}
          </Text>
        )}
        <Said asked={asked} />
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
      {!running && <AnswerSources agentId={agentId} sources={answer.sources} />}
      {!running && <Meta asked={asked} />}
    </section>
  )
}

function Said({ asked: { answer } }: { asked: Asked }) {
  if (answer.items.some(({ type }) => type !== 'text')) return <Items items={answer.items} />
  return answer.text ? <LazyMarkdown text={answer.text} /> : null
}

/** Its documents, each once. */
function AnswerSources({ agentId, sources }: { agentId: string; sources: readonly Source[] }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const documents = [...new Map(sources.map((source) => [source.docId, source])).values()]
  if (documents.length === 0) return null
  return (
    <div className={classes.sources}>
      <Text size="sm" c="dimmed" component="span">
        {t('preview.sources')}
      </Text>
      <ul>
        {documents.map(({ docId, title }) => (
          <li key={docId}>
            <AppLink target={paths.agent(region, agentId, 'kb', { doc_id: docId })}>{title}</AppLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Meta({ asked: { answer } }: { asked: Asked }) {
  const { t } = useTranslation()
  const { metadata } = answer
  if (!metadata?.model && metadata?.credits === undefined) return null
  return (
    <Group gap={8} mt={10}>
      {metadata.sandbox ? (
        <Badge size="sm" color="yellow">
          {t('panel.sandboxModel')}
        </Badge>
      ) : (
        metadata.model && (
          <Text size="xs" c="dimmed">
            {metadata.model}
          </Text>
        )
      )}
      {metadata.credits !== undefined && (
        <Text size="xs" c="dimmed">
          {t('panel.credits', { count: metadata.credits })}
        </Text>
      )}
    </Group>
  )
}
