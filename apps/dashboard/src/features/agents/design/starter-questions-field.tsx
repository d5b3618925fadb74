// Questions shown as buttons under the welcome message.
import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { STARTER_QUESTIONS } from '@parlance/contract/agents/widget-fields'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GrowingText } from '../../../components/inputs/autosize-text.tsx'
import { Editing } from '../../../components/feedback/read-only.tsx'
import { useDraft } from '../draft/draft.tsx'
import { useFieldAccess } from '../draft/field-access.ts'
import classes from './design.module.css'

const GeneratedStarters = lazy(() => import('./generated-starters.tsx'))

export function StarterQuestionsField() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  const mayChange = useFieldAccess()
  // A question may be empty while typing, but is not stored.
  const [typed, setTyped] = useState<readonly string[]>()
  const stored = config.starterQuestions
  const kept = (questions: readonly string[]) => [...new Set(questions.map((one) => one.trim()).filter(Boolean))]
  const shown = typed && kept(typed).join('\n') === stored.join('\n') ? typed : stored
  const set = (questions: readonly string[]) => {
    setTyped(questions)
    edit({ starterQuestions: kept(questions) })
  }
  return (
    <Stack component="fieldset" className={classes.group} gap="xs" aria-label={t('assistant.starterQuestions')}>
      <div>
        <Text size="sm" fw={500}>
          {t('assistant.starterQuestions')}
        </Text>
        <Text size="xs" c="dimmed">
          {t('assistant.starterHint')}
        </Text>
      </div>
      {shown.map((question, index) => (
        // Questions are identified by their index.
        // oxlint-disable-next-line react/no-array-index-key
        <Group key={index} gap={4} wrap="nowrap" align="flex-start">
          <GrowingText
            flex={1}
            maxLength={STARTER_QUESTIONS.chars}
            aria-label={t('assistant.starterNumber', { number: index + 1 })}
            value={question}
            onChange={({ currentTarget }) => set(shown.with(index, currentTarget.value))}
          />
          <Editing>
            <ActionIcon
              aria-label={t('assistant.removeStarter', { number: index + 1 })}
              onClick={() => set(shown.toSpliced(index, 1))}
            >
              <IconTrash size={16} stroke={1.5} />
            </ActionIcon>
          </Editing>
        </Group>
      ))}
      <Editing>
        {shown.length < STARTER_QUESTIONS.max && (
          <Button
            variant="default"
            size="xs"
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconPlus size={14} stroke={1.5} />}
            onClick={() => set([...shown, ''])}
          >
            {t('assistant.addStarter')}
          </Button>
        )}
      </Editing>
      {mayChange('offerGeneratedStarters') && (
        <Suspense fallback={null}>
          <GeneratedStarters onKeep={(questions) => set([...shown, ...questions])} />
        </Suspense>
      )}
    </Stack>
  )
}
