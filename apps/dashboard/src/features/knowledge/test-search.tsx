// Preview KB: what the agent finds for a question and would answer.
import { Button, MultiSelect, Switch, Text, TextInput } from '@mantine/core'
import { MAX_TAGS } from '@parlance/contract/knowledge/schemas'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../lib/workspace-scope.tsx'
import { PagesDrawing } from '../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { FormError } from '../../components/feedback/form-error.tsx'
import { useMutation } from '../../lib/use-mutation.ts'
import { AnswerView } from './preview/answer.tsx'
import { Passages } from './preview/passages.tsx'
import classes from './preview/preview.module.css'
import { useAnswer } from './preview/use-answer.ts'
import { useTags } from './tags-field.tsx'

const PASSAGES = 5

interface Props {
  agentId: string
  onClose: () => void
}

/** Search settings of the agent's draft. */
function useDraftSearch(agentId: string) {
  const { api, client } = useScope()
  // Client users can't read the search settings and see the default search.
  const agent = useQuery({ ...api.agents.get.queryOptions({ input: { agentId } }), enabled: !client }).data
  const config = agent?.draft?.config ?? agent?.data
  return {
    limit: config?.vg_kbTopChunks ?? PASSAGES,
    tags: config?.vg_kbTags ?? [],
    threshold: config?.vg_kbThreshold,
  }
}

export default function TestSearch({ agentId, onClose }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const documents = useQuery(api.knowledge.list.queryOptions({ input: { agentId, limit: 1 } })).data
  return (
    <SideDrawer title={t('knowledge.test.title')} size="min(1080px, 100%)" onClose={onClose}>
      {documents?.items.length === 0 ? (
        <EmptyState drawing={<PagesDrawing />} title={t('preview.emptyTitle')} text={t('preview.emptyText')} />
      ) : (
        <Preview agentId={agentId} />
      )}
    </SideDrawer>
  )
}

interface Wanted {
  readonly query: string
  readonly tags: readonly string[]
  readonly withAnswer: boolean
}

function Preview({ agentId }: { agentId: string }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const draft = useDraftSearch(agentId)
  const search = useMutation(api.knowledge.search.mutationOptions())
  const answer = useAnswer(agentId)
  const ask = ({ query, tags, withAnswer }: Wanted) => {
    search.mutate({ agentId, query, limit: draft.limit, ...(tags.length > 0 ? { tags: [...tags] } : {}) })
    if (withAnswer) void answer.ask(query)
    else answer.clear()
  }
  const asked = search.variables?.query ?? ''
  return (
    <>
      <Text size="sm" c="dimmed" mb="md">
        {t('preview.text')}
      </Text>
      <Question agentId={agentId} usual={draft.tags} pending={search.isPending} onAsk={ask} />
      <div className={classes.results} data-both={answer.asked ? true : undefined}>
        {answer.asked && <AnswerView agentId={agentId} asked={answer.asked} onAgain={() => void answer.ask(asked)} />}
        <div>
          <FormError error={search.error} />
          {search.isPending && <RowSkeletons rows={3} height={96} />}
          {search.data && (
            // A new question resets scroll position and saved state.
            <Passages
              key={search.submittedAt}
              agentId={agentId}
              found={search.data.items}
              question={asked}
              threshold={draft.threshold}
              sandbox={search.data.embedding.sandbox}
            />
          )}
        </div>
      </div>
    </>
  )
}

interface QuestionProps {
  agentId: string
  /** Tags the agent's turns are limited to. */
  usual: readonly string[]
  pending: boolean
  onAsk: (wanted: Wanted) => void
}

function Question({ agentId, usual, pending, onAsk }: QuestionProps) {
  const { t } = useTranslation()
  const [question, setQuestion] = useState('')
  const [chosen, setTags] = useState<string[]>()
  const { client } = useScope()
  // Answers come from the draft, which only the workspace may test.
  const [withAnswer, setWithAnswer] = useState(!client)
  const tags = chosen ?? [...usual]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const query = question.trim()
    if (query) onAsk({ query, tags, withAnswer })
  }
  return (
    <form onSubmit={submit}>
      <div className={classes.form}>
        <TextInput
          className={classes.question}
          label={t('knowledge.test.question')}
          data-autofocus
          maxLength={2000}
          value={question}
          onChange={(event) => setQuestion(event.currentTarget.value)}
        />
        <Button type="submit" loading={pending} disabled={!question.trim()}>
          {t('knowledge.test.submit')}
        </Button>
      </div>
      <div className={classes.options}>
        <TagFilter agentId={agentId} value={tags} onChange={setTags} />
        {!client && (
          <Switch
            label={t('preview.answerToo')}
            description={t('preview.answerCost')}
            checked={withAnswer}
            onChange={(event) => setWithAnswer(event.currentTarget.checked)}
          />
        )}
      </div>
    </form>
  )
}

interface TagFilterProps {
  agentId: string
  value: string[]
  onChange: (tags: string[]) => void
}

/** Empty when no document has a tag. */
function TagFilter({ agentId, value, onChange }: TagFilterProps) {
  const { t } = useTranslation()
  const known = useTags(agentId).map(({ tag }) => tag)
  if (known.length === 0 && value.length === 0) return null
  return (
    <MultiSelect
      className={classes.tags}
      label={t('preview.tags')}
      placeholder={value.length === 0 ? t('preview.tagsPlaceholder') : ''}
      searchable
      clearable
      maxValues={MAX_TAGS}
      data={[...new Set([...known, ...value])]}
      value={value}
      onChange={onChange}
    />
  )
}
