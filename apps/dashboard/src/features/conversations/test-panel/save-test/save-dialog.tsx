// Saves the conversation as a test: a name, and expectations per answer.
import { Alert, Button, Checkbox, Group, Menu, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { randomId } from '@parlance/contract/lib/ids'
import type { ToolChannel } from '@parlance/contract/tools/schemas'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, hasCode } from '../../../../lib/errors.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { ErrorMessage } from '../../../../components/feedback/error-message.tsx'
import { notify } from '../../../../components/feedback/notify.ts'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { turnOf, type Entry } from '../panel-state.ts'
import type { PanelConfig } from '../setup.ts'
import { ExpectationRow } from './expectation-row.tsx'
import {
  hasMidway,
  KINDS,
  MAX_STEPS,
  propose,
  testOf,
  withDraft,
  type DraftStep,
  type Kind,
  type Turn,
} from './propose.ts'
import classes from './save-test.module.css'

interface Props {
  agentId: string
  entries: readonly Entry[]
  config: PanelConfig
  channel: ToolChannel | undefined
  onClose: () => void
}

export default function SaveDialog(props: Props) {
  const { t } = useTranslation()
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const turns = useTurns(props)
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={t('debug.save.title')}
      size={640}
      fullScreen={phone}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {turns.isPending && (
        <Stack component="output" aria-label={t('debug.save.loading')}>
          <Skeleton height={36} />
          <Skeleton height={160} />
        </Stack>
      )}
      {turns.error && <ErrorMessage text={errorText(turns.error)} onRetry={() => void turns.refetch()} />}
      {turns.data && <Form {...props} turns={turns.data} />}
    </Modal>
  )
}

/** Traces of each turn: as received, or as stored. */
function useTurns({ agentId, entries }: Pick<Props, 'agentId' | 'entries'>) {
  const { api } = useScope()
  const client = useQueryClient()
  const asked = entries.slice(0, MAX_STEPS)
  const traceOf = async (entry: Entry): Promise<Turn> => {
    const turnId = turnOf(entry)
    if (entry.trace.length > 0 || !turnId) return { entry, trace: entry.trace }
    try {
      const options = api.conversations.trace.queryOptions({ input: { agentId, turnId } })
      return { entry, trace: (await client.fetchQuery(options)).data.trace }
    } catch (error) {
      // Only the text can be expected of a deleted turn.
      if (hasCode(error, 'NOT_FOUND')) return { entry, trace: [] }
      throw error
    }
  }
  return useQuery({
    queryKey: ['test-proposals', agentId, asked.map(({ id }) => id)],
    queryFn: () => Promise.all(asked.map(traceOf)),
    gcTime: 0,
  })
}

function Form({ agentId, entries, config, channel, turns, onClose }: Props & { turns: readonly Turn[] }) {
  const { t } = useTranslation()
  const [steps, setSteps] = useState<readonly DraftStep[]>(() => propose(turns))
  const [name, setName] = useState('')
  const [guarded, setGuarded] = useState(false)
  const [tried, setTried] = useState(false)
  const save = useSave(agentId, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const test = testOf({ name, protected: guarded, channel, steps, first: entries[0] })
    if (test) save.mutate(test)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('debug.save.intro')}
        </Text>
        <TextInput
          data-autofocus
          label={t('debug.save.name')}
          placeholder={t('debug.save.namePlaceholder')}
          withAsterisk
          maxLength={200}
          value={name}
          error={tried && name.trim() === '' && t('debug.save.nameMissing')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox
          label={t('debug.save.protected')}
          description={t('debug.save.protectedHint')}
          checked={guarded}
          onChange={(event) => setGuarded(event.currentTarget.checked)}
        />
        {entries.length > MAX_STEPS && <Alert>{t('debug.save.tooMany', { count: MAX_STEPS })}</Alert>}
        {hasMidway(entries) && <Alert color="yellow">{t('debug.save.midway')}</Alert>}
        {steps.map((step, index) => (
          <Step
            // Entries don't move while the dialog is open.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            step={step}
            number={index + 1}
            config={config}
            onChange={(change) => setSteps((was) => withDraft(was, index, change))}
          />
        ))}
        {save.error && <ErrorMessage text={errorText(save.error)} />}
        <Group justify="flex-end" className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('debug.save.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function useSave(agentId: string, onClose: () => void) {
  const { t } = useTranslation()
  const { api } = useScope()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (test: NonNullable<ReturnType<typeof testOf>>) =>
      api.evaluations.save.call({ agentId, testId: randomId(16), ...test }),
    onSuccess: ({ data }) => {
      notify.success(t('debug.save.saved', { name: data.name }))
      void client.invalidateQueries({ queryKey: api.evaluations.key() })
      onClose()
    },
  })
}

interface StepProps {
  step: DraftStep
  number: number
  config: PanelConfig
  onChange: (change: Parameters<typeof withDraft>[2]) => void
}

function Step({ step, number, config, onChange }: StepProps) {
  const { t } = useTranslation()
  const { message, answer, drafts } = step
  const add = (kind: Kind) =>
    onChange((was) => [
      ...was,
      { id: Math.max(-1, ...was.map(({ id }) => id)) + 1, kind, ticked: true, main: '', more: '' },
    ])
  return (
    <section className={classes.step} aria-label={t('debug.save.step', { number })}>
      <Text size="sm" className={classes.said}>
        <strong>{t('debug.save.says')}:</strong> <bdi>{message}</bdi>
      </Text>
      <Text size="sm" c="dimmed" className={classes.answer} dir="auto">
        {answer}
      </Text>
      <ul className={classes.rows}>
        {drafts.map((draft) => (
          <ExpectationRow
            key={draft.id}
            draft={draft}
            config={config}
            onChange={(next) => onChange((was) => was.map((one) => (one.id === next.id ? next : one)))}
            onRemove={() => onChange((was) => was.filter(({ id }) => id !== draft.id))}
          />
        ))}
      </ul>
      {!drafts.some(({ ticked }) => ticked) && (
        <Text size="xs" c="dimmed">
          {t('debug.save.nothing')}
        </Text>
      )}
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={14} stroke={1.5} />}
            disabled={drafts.length >= 20}
          >
            {t('debug.save.add')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {KINDS.map((kind) => (
            <Menu.Item key={kind} onClick={() => add(kind)}>
              {t(`debug.save.type.${kind}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </section>
  )
}
