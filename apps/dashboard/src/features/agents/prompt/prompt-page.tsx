// The agent's instructions as text: its steps, or one prompt when it has none.
import { Alert, Button, Text, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../link.tsx'
import { paths } from '../../../paths.ts'
import { useScope } from '../../../scope.tsx'
import { Page, Section } from '../../../ui/page.tsx'
import { GreetingField } from '../design/design-page.tsx'
import { useDraft } from '../draft/draft.tsx'
import { ModelSummary, AnsweringNote } from '../model-summary.tsx'
import { NodeEditor } from './node-editor.tsx'
import classes from './prompt.module.css'
import { TextCount } from './text-count.tsx'

export function PromptPage() {
  const { t } = useTranslation()
  const { config } = useDraft()
  const byNodes = config.enableNodes && config.nodes.length > 0
  return (
    <Page title={t('agents.prompt.title')} narrow>
      {byNodes ? <Steps /> : <SinglePrompt />}
      {byNodes && (
        <Section title={t('agents.prompt.general')} description={t('agents.prompt.systemPromptHint')}>
          <SystemPrompt hint="" />
        </Section>
      )}
      <Section title={t('agents.design.greeting')}>
        <GreetingField />
        {!byNodes && <InitPrompt />}
      </Section>
      <Model />
    </Page>
  )
}

function Steps() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  const inOrder = config.nodes
    .map((node, index) => ({ node, index }))
    .sort((a, b) => Number(b.node.type === 'start') - Number(a.node.type === 'start'))
  return (
    <section className={classes.steps} aria-label={t('agents.prompt.steps')}>
      {config.nodes.length > 1 && (
        <Text c="dimmed" size="sm">
          {t('agents.prompt.stepsText')}
        </Text>
      )}
      {inOrder.map(({ node, index }) => (
        <NodeEditor
          key={node.id}
          node={node}
          nodes={config.nodes}
          onChange={(next) => edit({ nodes: config.nodes.with(index, next) })}
        />
      ))}
    </section>
  )
}

function SinglePrompt() {
  const { t } = useTranslation()
  const { config } = useDraft()
  return (
    <Section title={t('agents.prompt.systemPrompt')}>
      {config.enableNodes && <Alert color="gray">{t('agents.prompt.noNodes')}</Alert>}
      <SystemPrompt hint={t('agents.prompt.systemPromptSingle')} rows={12} />
    </Section>
  )
}

function SystemPrompt({ hint, rows = 4 }: { hint: string; rows?: number }) {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  const text = config.vg_systemPrompt ?? ''
  return (
    <div>
      <Textarea
        label={t('agents.prompt.systemPrompt')}
        description={hint || undefined}
        autosize
        minRows={rows}
        maxRows={30}
        maxLength={50_000}
        value={text}
        onChange={(event) => edit({ vg_systemPrompt: event.currentTarget.value })}
      />
      <TextCount text={text} />
    </div>
  )
}

function InitPrompt() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  return (
    <Textarea
      label={t('agents.prompt.initPrompt')}
      description={t('agents.prompt.initPromptHint')}
      autosize
      minRows={2}
      maxLength={10_000}
      value={config.vg_initPrompt ?? ''}
      onChange={(event) => edit({ vg_initPrompt: event.currentTarget.value })}
    />
  )
}

function Model() {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId } = useDraft()
  return (
    <Section title={t('agents.prompt.model')} description={t('agents.prompt.modelText')}>
      <ModelSummary />
      <AnsweringNote />
      <div>
        <Button
          variant="default"
          size="xs"
          renderRoot={(props) => <AppLink target={paths.agent(region, agentId, 'settings')} {...props} />}
        >
          {t('agents.prompt.change')}
        </Button>
      </div>
    </Section>
  )
}
