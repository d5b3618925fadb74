import { ActionIcon, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useEffect, useRef, useState, type ClipboardEvent, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { creditsFor } from '../../../lib/document-cost.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { PlanError } from '../../../components/payment/plan-error.tsx'
import { FormFooter } from '../../../components/overlay/drawer-footer.tsx'
import { TextCost } from '../cost.tsx'
import type { FormProps } from './kinds.ts'
import classes from '../knowledge.module.css'
import { TagsField } from '../tags-field.tsx'
import { pairsOf } from './lines.ts'
import { useInvalidateKnowledge } from './use-invalidate-knowledge.ts'

interface Row {
  readonly id: number
  readonly question: string
  readonly answer: string
}
const MAX_PAIRS = 200
const isBlank = ({ question, answer }: Row) => !question.trim() && !answer.trim()

/** The form's rows; a pasted table fills as many as it has. */
function useRows() {
  const nextId = useRef(1)
  const [rows, setRows] = useState<readonly Row[]>([{ id: 0, question: '', answer: '' }])
  const made = (pairs: readonly Omit<Row, 'id'>[]) => pairs.map((pair) => ({ ...pair, id: nextId.current++ }))
  return {
    rows,
    more: () => setRows((before) => [...before, ...made([{ question: '', answer: '' }])]),
    edit: (id: number, patch: Partial<Row>) =>
      setRows((before) => before.map((row) => (row.id === id ? { ...row, ...patch } : row))),
    remove: (id: number) => setRows((before) => before.filter((row) => row.id !== id)),
    paste: (id: number, event: ClipboardEvent) => {
      const pairs = pairsOf(event.clipboardData.getData('text/plain'))
      if (!pairs) return
      event.preventDefault()
      const fresh = made(pairs)
      const put = (row: Row) => (row.id === id ? (isBlank(row) ? fresh : [row, ...fresh]) : [row])
      setRows((before) => before.flatMap(put).slice(0, MAX_PAIRS))
    },
  }
}

/** Question-answer pairs. */
export function QaForm({ agentId, onDirty, onDone, onCancel }: FormProps) {
  const { t } = useTranslation()
  const { rows, more, edit, remove, paste } = useRows()
  const [tags, setTags] = useState<string[]>([])
  const [tried, setTried] = useState(false)
  const add = useAddQa(onDone)
  const written = rows.filter((row) => !isBlank(row))
  const dirty = written.length > 0 && !add.isPending && !add.isSuccess
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const complete = written.every(({ question, answer }) => question.trim() && answer.trim())
    if (written.length === 0 || !complete) return
    add.mutate({ agentId, tags, pairs: written.map(({ question, answer }) => ({ question, answer })) })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <PlanError error={add.error} />
        <Text size="sm" c="dimmed">
          {t('knowledge.qa.hint')}
        </Text>
        {rows.map((row, index) => (
          <PairFields
            key={row.id}
            row={row}
            number={index + 1}
            tried={tried && (!isBlank(row) || written.length === 0)}
            alone={rows.length === 1}
            onEdit={(patch) => edit(row.id, patch)}
            onPaste={(event) => paste(row.id, event)}
            onRemove={() => remove(row.id)}
          />
        ))}
        {rows.length < MAX_PAIRS && (
          <Button variant="default" leftSection={<IconPlus size={16} stroke={1.5} />} onClick={more}>
            {t('knowledge.qa.more')}
          </Button>
        )}
        <TagsField agentId={agentId} value={tags} onChange={setTags} />
      </Stack>
      <FormFooter
        label={addLabel(t, written.length)}
        pending={add.isPending}
        onCancel={onCancel}
        note={
          <TextCost
            credits={written.reduce((sum, { answer }) => sum + creditsFor(answer.trim().length), 0)}
            change={false}
          />
        }
      />
    </form>
  )
}

const addLabel = (t: TFunction, count: number) =>
  count > 1 ? t('knowledge.qa.addMany', { count }) : t('knowledge.form.add')

function useAddQa(onDone: () => void) {
  const { t } = useTranslation()
  const { api } = useScope()
  const changed = useInvalidateKnowledge()
  return useMutation(
    api.knowledge.addQa.mutationOptions({
      onSuccess: ({ items }) => {
        notify.success(t('knowledge.qa.added', { count: items.length }))
        changed()
        onDone()
      },
    }),
  )
}

interface PairProps {
  row: Row
  number: number
  tried: boolean
  alone: boolean
  onEdit: (patch: Partial<Row>) => void
  onPaste: (event: ClipboardEvent) => void
  onRemove: () => void
}

function PairFields({ row, number, tried, alone, onEdit, onPaste, onRemove }: PairProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.pair}>
      <Group justify="space-between" mb={6}>
        <Text component="legend" size="sm" fw={500}>
          {t('knowledge.qa.number', { number })}
        </Text>
        {!alone && (
          <ActionIcon aria-label={t('knowledge.qa.remove', { number })} onClick={onRemove}>
            <IconTrash size={16} stroke={1.5} />
          </ActionIcon>
        )}
      </Group>
      <Stack gap="xs">
        <TextInput
          label={t('knowledge.qa.question')}
          required
          maxLength={300}
          data-autofocus={number === 1 || undefined}
          error={tried && !row.question.trim() ? t('knowledge.qa.questionRequired') : undefined}
          value={row.question}
          onPaste={onPaste}
          onChange={(event) => onEdit({ question: event.currentTarget.value })}
        />
        <Textarea
          label={t('knowledge.qa.answer')}
          required
          autosize
          minRows={2}
          maxRows={12}
          maxLength={20_000}
          error={tried && !row.answer.trim() ? t('knowledge.qa.answerRequired') : undefined}
          value={row.answer}
          onChange={(event) => onEdit({ answer: event.currentTarget.value })}
        />
      </Stack>
    </fieldset>
  )
}
