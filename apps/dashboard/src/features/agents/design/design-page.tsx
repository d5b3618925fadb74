// How the chat looks and what it says by itself, with a live preview beside the fields.
import { ActionIcon, Button, Group, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Page, Section } from '../../../ui/page.tsx'
import { useDraft } from '../draft/draft.tsx'
import { startNodeOf } from '../greeting.ts'
import classes from './design.module.css'

const ThemeEditor = lazy(() => import('./theme-editor.tsx'))
const LivePreview = lazy(() => import('./live-preview.tsx'))
const MOST_GREETINGS = 10

export function DesignPage() {
  const { t } = useTranslation()
  return (
    <div className={classes.split}>
      <div className={classes.columns}>
        <Page title={t('agents.design.title')}>
          <About />
          <Words />
          <Suspense fallback={<div className={classes.editor} />}>
            <ThemeEditor />
          </Suspense>
        </Page>
        <aside className={classes.preview} aria-label={t('agents.design.preview')}>
          <Suspense fallback={<Skeleton height={640} radius="lg" />}>
            <LivePreview />
          </Suspense>
        </aside>
      </div>
    </div>
  )
}

function About() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  return (
    <Section title={t('agents.design.about')} description={t('agents.design.aboutText')}>
      <TextInput
        label={t('agents.design.name')}
        required
        maxLength={200}
        value={config.title}
        error={config.title.trim() === '' && t('agents.drawer.nameRequired')}
        onChange={(event) => edit({ title: event.currentTarget.value })}
      />
      <Textarea
        label={t('agents.design.description')}
        description={t('agents.design.descriptionHint')}
        autosize
        minRows={2}
        maxLength={2000}
        value={config.description}
        onChange={(event) => edit({ description: event.currentTarget.value })}
      />
    </Section>
  )
}

function Words() {
  const { t } = useTranslation()
  return (
    <Section title={t('agents.design.words')} description={t('agents.design.wordsText')}>
      <GreetingField />
    </Section>
  )
}

/** The messages a chat opens with. */
export function GreetingField() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  const messages = config.vg_initMessages ?? []
  const opening = startNodeOf(config)?.startConfig
  const set = (next: string[]) => edit({ vg_initMessages: next })
  return (
    <Stack component="fieldset" className={classes.group} gap="xs" aria-label={t('agents.design.greeting')}>
      <div>
        <Text size="sm" fw={500}>
          {t('agents.design.greeting')}
        </Text>
        <Text size="xs" c="dimmed">
          {opening?.initialMessage ? t('agents.design.greetingNode') : t('agents.design.greetingHint')}
        </Text>
      </div>
      {messages.map((message, index) => (
        // Messages have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <Group key={index} gap={4} wrap="nowrap" align="flex-start">
          <Textarea
            flex={1}
            autosize
            maxLength={5000}
            aria-label={t('agents.design.greetingNumber', { number: index + 1 })}
            value={message}
            onChange={(event) => set(messages.with(index, event.currentTarget.value))}
          />
          <ActionIcon
            aria-label={t('agents.design.removeGreeting', { number: index + 1 })}
            onClick={() => set(messages.toSpliced(index, 1))}
          >
            <IconTrash size={16} stroke={1.5} />
          </ActionIcon>
        </Group>
      ))}
      {messages.length < MOST_GREETINGS && (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlus size={14} stroke={1.5} />}
          onClick={() => set([...messages, ''])}
        >
          {t('agents.design.addGreeting')}
        </Button>
      )}
    </Stack>
  )
}
