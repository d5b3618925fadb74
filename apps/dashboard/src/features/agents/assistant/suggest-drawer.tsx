// Generates prompt, welcome message, starter questions and tests from a business description; each is reviewed first.
import { Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core'
import { isLanguage } from '@parlance/contract/accounts/languages'
import {
  type AgentSuggestion,
  describesBusiness,
  MAX_DESCRIPTION,
  TOO_SHORT,
  type Written,
} from '@parlance/contract/assistant/schemas'
import { STARTER_QUESTIONS } from '@parlance/contract/agents/widget-fields'
import { randomId } from '@parlance/contract/lib/ids'
import { IconSparkles } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { translateMessage } from '../../../i18n/translate-message.ts'
import { useGuardedClose } from '../../../lib/unsaved-guard.tsx'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { DiffText } from '../../../components/content/diff-text.tsx'
import { diffText } from '../../../components/content/text-diff.ts'
import { dismiss, notify } from '../../../components/feedback/notify.ts'
import { UndoToast } from '../../../components/feedback/undo-toast.tsx'
import { GrowingText } from '../../../components/inputs/autosize-text.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { FormError } from '../../../components/feedback/form-error.tsx'
import { useDraft } from '../draft/draft.tsx'
import { NeedsKey } from './needs-key.tsx'

const KINDS = ['systemPrompt', 'welcomeMessage', 'starterQuestions', 'tests'] as const
type Kind = (typeof KINDS)[number]
const KEPT = 'suggestions-kept'

export default function SuggestDrawer({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const { api } = useScope()
  const { agentId, config } = useDraft()
  // With automatic language, the first message uses the owner's.
  const lang = [config.lang, i18n.language].find(isLanguage)
  const [description, describe] = useState('')
  const [tooShort, setTooShort] = useState(false)
  const suggest = useMutation({
    mutationFn: () =>
      api.assistant.describe.call({
        agentId,
        description,
        ...(lang ? { lang } : {}),
      }),
  })
  const answer = suggest.data
  const isDirty = description !== '' || answer !== undefined
  const close = useGuardedClose(isDirty, onClose)
  return (
    <SideDrawer title={t('assistant.write.title')} size="lg" onClose={close}>
      <Stack gap="lg">
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const enough = describesBusiness(description)
            setTooShort(!enough)
            if (enough) suggest.mutate()
          }}
        >
          <Stack gap="sm">
            <Textarea
              label={t('assistant.write.label')}
              description={t('assistant.write.text')}
              placeholder={t('assistant.write.placeholder')}
              autosize
              minRows={3}
              maxRows={10}
              maxLength={MAX_DESCRIPTION}
              data-autofocus
              required
              error={tooShort && !describesBusiness(description) ? translateMessage(TOO_SHORT) : undefined}
              value={description}
              onChange={({ currentTarget }) => describe(currentTarget.value)}
            />
            <NeedsKey text={t('assistant.write.needsKey')}>
              <Group justify="flex-end">
                <Button
                  type="submit"
                  variant={answer ? 'default' : 'filled'}
                  disabled={description.trim() === ''}
                  loading={suggest.isPending}
                  leftSection={<IconSparkles size={16} stroke={1.5} aria-hidden />}
                >
                  {t(answer ? 'assistant.write.again' : 'assistant.write.suggest')}
                </Button>
              </Group>
            </NeedsKey>
          </Stack>
        </form>
        <div aria-live="polite">
          {suggest.isPending && (
            <Text size="sm" c="dimmed">
              {t('assistant.write.writing')}
            </Text>
          )}
        </div>
        <FormError error={suggest.error} />
        {answer && !suggest.isPending && (
          <Review key={suggest.submittedAt} suggested={answer.data} written={answer.written} onKept={onClose} />
        )}
      </Stack>
    </SideDrawer>
  )
}

interface ReviewProps {
  suggested: AgentSuggestion
  written: z.infer<typeof Written>
  onKept: () => void
}

function Review({ suggested, written, onKept }: ReviewProps) {
  const { t } = useTranslation()
  const { config } = useDraft()
  const [texts, setTexts] = useState(suggested)
  const [chosen, choose] = useState<ReadonlySet<Kind>>(
    () => new Set(KINDS.filter((kind) => suggested[kind].length > 0)),
  )
  const keep = useKeep(onKept)
  const change = (changes: Partial<AgentSuggestion>) => setTexts({ ...texts, ...changes })
  const part = (kind: Kind) => ({
    checked: chosen.has(kind),
    onToggle: () => choose(new Set(KINDS.filter((one) => chosen.has(one) !== (one === kind)))),
  })
  return (
    <Stack gap="lg">
      <Part
        label={t('assistant.write.systemPrompt')}
        before={config.vg_systemPrompt ?? ''}
        after={texts.systemPrompt}
        {...part('systemPrompt')}
      >
        <GrowingText
          aria-label={t('assistant.write.systemPrompt')}
          maxLength={50_000}
          value={texts.systemPrompt}
          onChange={({ currentTarget }) => change({ systemPrompt: currentTarget.value })}
        />
      </Part>
      <Part
        label={t('assistant.write.welcomeMessage')}
        before={(config.vg_initMessages ?? []).join('\n')}
        after={texts.welcomeMessage}
        {...part('welcomeMessage')}
      >
        <GrowingText
          aria-label={t('assistant.write.welcomeMessage')}
          maxLength={5000}
          value={texts.welcomeMessage}
          onChange={({ currentTarget }) => change({ welcomeMessage: currentTarget.value })}
        />
      </Part>
      {texts.starterQuestions.length > 0 && (
        <Part
          label={t('assistant.starterQuestions')}
          before={config.starterQuestions.join('\n')}
          after={texts.starterQuestions.join('\n')}
          {...part('starterQuestions')}
        >
          <Stack gap="xs">
            {texts.starterQuestions.map((question, index) => (
              <GrowingText
                // Questions are identified by their index.
                // oxlint-disable-next-line react/no-array-index-key
                key={index}
                aria-label={t('assistant.starterNumber', { number: index + 1 })}
                maxLength={STARTER_QUESTIONS.chars}
                value={question}
                onChange={({ currentTarget }) =>
                  change({ starterQuestions: texts.starterQuestions.with(index, currentTarget.value) })
                }
              />
            ))}
          </Stack>
        </Part>
      )}
      {texts.tests.length > 0 && (
        <Part label={t('assistant.write.tests')} {...part('tests')}>
          <Stack component="ul" gap="xs" m={0} ps="lg">
            {texts.tests.map(({ question, criterion }) => (
              <li key={question}>
                <Text size="sm" dir="auto">
                  {question}
                </Text>
                <Text size="xs" c="dimmed" dir="auto">
                  {t('assistant.write.expected', { criterion })}
                </Text>
              </li>
            ))}
          </Stack>
        </Part>
      )}
      <FormError error={keep.error} />
      <Group justify="space-between" align="center">
        <Text size="xs" c="dimmed">
          {t('assistant.write.cost', { model: written.model, count: written.credits })}
        </Text>
        <Button disabled={chosen.size === 0} loading={keep.isPending} onClick={() => keep.mutate({ texts, chosen })}>
          {t('assistant.write.keep')}
        </Button>
      </Group>
    </Stack>
  )
}

interface PartProps {
  label: string
  /** The current text it would replace. */
  before?: string
  after?: string
  checked: boolean
  onToggle: () => void
  children: ReactNode
}

function Part({ label, before = '', after = '', checked, onToggle, children }: PartProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const replaces = before.trim() !== '' && before !== after
  return (
    <Stack gap={6}>
      <Checkbox
        label={label}
        description={replaces ? t('assistant.write.replaces') : undefined}
        checked={checked}
        onChange={onToggle}
      />
      {children}
      {replaces && (
        <div>
          <Button variant="subtle" size="compact-xs" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? 'assistant.write.hideReplaced' : 'assistant.write.showReplaced')}
          </Button>
          {open && <DiffText parts={diffText(before, after)} />}
        </div>
      )}
    </Stack>
  )
}

/** Texts change the draft; tests are stored at once. */
function useKeep(onKept: () => void) {
  const { t } = useTranslation()
  const { api } = useScope()
  const client = useQueryClient()
  const { agentId, edit, getState } = useDraft()
  return useMutation({
    mutationFn: async ({ texts, chosen }: { texts: AgentSuggestion; chosen: ReadonlySet<Kind> }) => {
      const tests = chosen.has('tests') ? texts.tests : []
      for (const { question, criterion } of tests)
        await api.evaluations.save.call({
          agentId,
          testId: randomId(16),
          name: question.slice(0, 200),
          steps: [{ message: question, expectations: [{ type: 'judge', criterion }] }],
        })
      const questions = texts.starterQuestions.map((question) => question.trim()).filter(Boolean)
      const { vg_systemPrompt, vg_initMessages, starterQuestions } = getState().config
      edit({
        ...(chosen.has('systemPrompt') ? { vg_systemPrompt: texts.systemPrompt } : {}),
        ...(chosen.has('welcomeMessage') ? { vg_initMessages: [texts.welcomeMessage] } : {}),
        ...(chosen.has('starterQuestions') ? { starterQuestions: [...new Set(questions)] } : {}),
      })
      const before = {
        ...(chosen.has('systemPrompt') ? { vg_systemPrompt } : {}),
        ...(chosen.has('welcomeMessage') ? { vg_initMessages } : {}),
        ...(chosen.has('starterQuestions') ? { starterQuestions } : {}),
      }
      return { tests: tests.length, before }
    },
    onSuccess: ({ tests, before }) => {
      const text = tests > 0 ? t('assistant.write.keptTests', { count: tests }) : t('assistant.write.kept')
      const undo = () => {
        edit(before)
        dismiss(KEPT)
      }
      if (Object.keys(before).length === 0) notify.success(text)
      else notify.info(<UndoToast text={text} onUndo={undo} />, { id: KEPT, autoClose: 8000 })
      void client.invalidateQueries({ queryKey: api.evaluations.key() })
      onKept()
    },
  })
}
