import { Alert, Badge, Button, Drawer, Group, Text, TextInput } from '@mantine/core'
import type { Passage } from '@parlance/core/knowledge/knowledge'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../errors.ts'
import { useScope } from '../../scope.tsx'
import { Passage as PassageText } from '../../ui/passage.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { highlight } from './highlight.ts'
import classes from './knowledge.module.css'

/** What the agent would find for a question, with the rank of each search. */
export default function TestSearch({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const [question, setQuestion] = useState('')
  const search = useMutation(api.knowledge.search.mutationOptions())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (question.trim()) search.mutate({ agentId, query: question.trim(), limit: 5 })
  }
  const found = search.data?.items
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
      <div aria-live="polite">
        {found && (
          <Text size="sm" c="dimmed" mb="sm">
            {found.length === 0 ? t('knowledge.test.none') : t('knowledge.test.results', { count: found.length })}
          </Text>
        )}
      </div>
      <ol className={classes.passages}>
        {found?.map((passage) => (
          <Found key={`${passage.docId}/${passage.chunk}`} passage={passage} question={search.variables?.query ?? ''} />
        ))}
      </ol>
    </Drawer>
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
