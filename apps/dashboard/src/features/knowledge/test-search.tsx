import { Alert, Badge, Button, Drawer, Group, Text, TextInput, Title } from '@mantine/core'
import { relevant } from '@parlance/core/knowledge/fusion'
import type { Passage } from '@parlance/core/knowledge/knowledge'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../errors.ts'
import { useScope } from '../../scope.tsx'
import { Passage as PassageText } from '../../ui/passage.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { highlight } from './highlight.ts'
import classes from './knowledge.module.css'

const PASSAGES = 5

/** As many as a turn of the agent's draft reads. */
function usePassagesPerAnswer(agentId: string): number {
  const { api } = useScope()
  const agent = useQuery(api.agents.get.queryOptions({ input: { agentId } })).data
  return (agent?.draft?.config ?? agent?.data)?.vg_kbTopChunks ?? PASSAGES
}

/** What the agent would find for a question, with the rank of each search. */
export default function TestSearch({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const [question, setQuestion] = useState('')
  const search = useMutation(api.knowledge.search.mutationOptions())
  const limit = usePassagesPerAnswer(agentId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (question.trim()) search.mutate({ agentId, query: question.trim(), limit })
  }
  return (
    <Drawer
      opened
      onClose={onClose}
      size={560}
      title={t('knowledge.test.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text size="sm" c="dimmed" mb="md">
        {t('knowledge.test.text')}
      </Text>
      <form onSubmit={submit}>
        <Group gap="xs" align="flex-end" wrap="nowrap" mb="lg">
          <TextInput
            flex={1}
            label={t('knowledge.test.question')}
            data-autofocus
            maxLength={2000}
            value={question}
            onChange={(event) => setQuestion(event.currentTarget.value)}
          />
          <Button type="submit" loading={search.isPending} disabled={!question.trim()}>
            {t('knowledge.test.submit')}
          </Button>
        </Group>
      </form>
      {search.error && (
        <Alert color="red" role="alert">
          {errorText(search.error)}
        </Alert>
      )}
      {search.isPending && <RowSkeletons rows={3} height={96} />}
      <Results found={search.data?.items} question={search.variables?.query ?? ''} />
    </Drawer>
  )
}

/** What the agent would read, and apart from it what is too far from the question. */
function Results({ found, question }: { found: readonly Passage[] | undefined; question: string }) {
  const { t } = useTranslation()
  const unused = useId()
  // The same rule decides what a turn hands to the model.
  const used = found && relevant(found)
  const others = found?.filter((passage) => !used?.includes(passage)) ?? []
  return (
    <>
      <div aria-live="polite">
        {used && (
          <Text size="sm" c="dimmed" mb="sm">
            {used.length === 0 ? t('knowledge.test.none') : t('knowledge.test.results', { count: used.length })}
          </Text>
        )}
      </div>
      <Passages passages={used ?? []} question={question} />
      {others.length > 0 && (
        <section className={classes.unused} aria-labelledby={unused}>
          <Title order={3} size="h4" id={unused}>
            {t('knowledge.test.notClose')}
          </Title>
          <Text size="sm" c="dimmed" mb="sm">
            {t('knowledge.test.notCloseText')}
          </Text>
          <Passages passages={others} question={question} />
        </section>
      )}
    </>
  )
}

function Passages({ passages, question }: { passages: readonly Passage[]; question: string }) {
  if (passages.length === 0) return null
  return (
    <ol className={classes.passages}>
      {passages.map((passage) => (
        <Found key={`${passage.docId}/${passage.chunk}`} passage={passage} question={question} />
      ))}
    </ol>
  )
}

function Found({ passage, question }: { passage: Passage; question: string }) {
  const { t } = useTranslation()
  const { textRank, vectorRank } = passage
  return (
    <li className={classes.passage}>
      <Group gap="xs" justify="space-between">
        <Text fw={500} size="sm" className="truncate">
          {passage.title}
        </Text>
        <Group gap={6}>
          <Badge size="sm" color={textRank ? 'iris' : 'gray'}>
            {textRank ? t('knowledge.test.words', { rank: textRank }) : t('knowledge.test.noWords')}
          </Badge>
          <Badge size="sm" color={vectorRank ? 'iris' : 'gray'}>
            {vectorRank ? t('knowledge.test.meaning', { rank: vectorRank }) : t('knowledge.test.noMeaning')}
          </Badge>
        </Group>
      </Group>
      <PassageText
        label={passage.title}
        className={classes.quote}
        text={passage.text}
        pieces={(text) => highlight(text, question)}
      />
    </li>
  )
}
