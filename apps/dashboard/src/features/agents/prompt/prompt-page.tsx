// The agent's instructions as text: steps, or a single prompt.
import { Alert, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconListDetails, IconSparkles, IconTextCaption } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { Page, Section } from '../../../components/layout/page.tsx'
import { Editing } from '../../../components/feedback/read-only.tsx'
import { DesignLink } from '../design/design-link.tsx'
import { useDraft } from '../draft/draft.tsx'
import { ReadOnlyDraft } from '../draft/read-only-draft.tsx'
import { AnsweringNote, ModelSummary } from '../model-summary.tsx'
import { ToolsLink } from './tools-link.tsx'
import { VariablesButton } from '../variables/variables-button.tsx'
import { useBeginSteps } from './use-graph.ts'
import classes from './prompt.module.css'
import { PromptText } from './text/prompt-text.tsx'
import { Steps } from './steps.tsx'
import { GraphEditorProvider, useGraphEditor } from './graph-editor.tsx'

const SuggestDrawer = lazy(() => import('../assistant/suggest-drawer.tsx'))

export function PromptPage() {
  return (
    <ReadOnlyDraft>
      <GraphEditorProvider>
        <Prompt />
      </GraphEditorProvider>
    </ReadOnlyDraft>
  )
}

function Prompt() {
  const { t } = useTranslation()
  const { config } = useDraft()
  const byNodes = config.enableNodes && config.nodes.length > 0
  return (
    <Page
      help="prompt"
      title={t('agents.prompt.title')}
      description={byNodes ? t('agents.prompt.stepsText') : undefined}
      actions={
        <>
          <Editing>
            <WriteButton />
            <ModeSwitch byNodes={byNodes} />
          </Editing>
          <VariablesButton />
          {byNodes && <ToolsLink />}
        </>
      }
      narrow={!byNodes}
    >
      {byNodes ? (
        <>
          <div className={classes.general} data-first>
            <Section title={t('agents.prompt.general')} description={t('agents.prompt.systemPromptHint')}>
              <SystemPrompt rows={4} />
            </Section>
          </div>
          <Steps />
        </>
      ) : (
        <SinglePrompt />
      )}
      <div className={classes.general} data-steps={byNodes || undefined}>
        <Section title={t('agents.design.greeting')}>
          <DesignLink label={t('agents.design.wordsElsewhere')} />
          {!byNodes && <InitPrompt />}
        </Section>
        <Model />
      </div>
    </Page>
  )
}

function WriteButton() {
  const { t } = useTranslation()
  const [open, { open: show, close }] = useDisclosure()
  return (
    <>
      <Button variant="default" leftSection={<IconSparkles size={16} stroke={1.5} />} onClick={show}>
        {t('assistant.write.open')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <SuggestDrawer onClose={close} />
        </Suspense>
      )}
    </>
  )
}

function ModeSwitch({ byNodes }: { byNodes: boolean }) {
  const { t } = useTranslation()
  const { edit } = useDraft()
  const begin = useBeginSteps()
  return byNodes ? (
    <Button
      variant="subtle"
      color="gray"
      title={t('studio.mode.singleHint')}
      leftSection={<IconTextCaption size={16} stroke={1.5} />}
      onClick={() => edit({ enableNodes: false })}
    >
      {t('studio.mode.single')}
    </Button>
  ) : (
    <Button variant="default" leftSection={<IconListDetails size={16} stroke={1.5} />} onClick={begin}>
      {t('studio.mode.steps')}
    </Button>
  )
}

function SinglePrompt() {
  const { t } = useTranslation()
  const { config } = useDraft()
  return (
    <Section title={t('agents.prompt.systemPrompt')}>
      {config.enableNodes && <Alert color="gray">{t('agents.prompt.noNodes')}</Alert>}
      {!config.enableNodes && config.nodes.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('studio.mode.kept', { count: config.nodes.length })}
        </Text>
      )}
      <SystemPrompt hint={t('agents.prompt.systemPromptSingle')} rows={12} />
    </Section>
  )
}

function SystemPrompt({ hint, rows }: { hint?: string; rows: number }) {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  const { words } = useGraphEditor()
  return (
    <PromptText
      label={t('agents.prompt.systemPrompt')}
      description={hint}
      rows={rows}
      maxLength={50_000}
      kind="system"
      words={words}
      value={config.vg_systemPrompt ?? ''}
      onChange={(text) => edit({ vg_systemPrompt: text })}
    />
  )
}

function InitPrompt() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  const { words } = useGraphEditor()
  return (
    <PromptText
      label={t('agents.prompt.initPrompt')}
      description={t('agents.prompt.initPromptHint')}
      rows={2}
      maxLength={10_000}
      kind="opening"
      words={words}
      value={config.vg_initPrompt ?? ''}
      onChange={(text) => edit({ vg_initPrompt: text })}
    />
  )
}

function Model() {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId } = useDraft()
  return (
    <Section title={t('agents.prompt.model')}>
      <ModelSummary />
      <AnsweringNote />
      <Editing>
        <Group>
          <Button
            variant="default"
            size="xs"
            renderRoot={(props) => <AppLink target={paths.agent(region, agentId, 'settings')} {...props} />}
          >
            {t('agents.prompt.change')}
          </Button>
        </Group>
      </Editing>
    </Section>
  )
}
