// A widget's overview: name, answering agent, first messages, and previews.
import { Button, TextInput } from '@mantine/core'
import { IconBrowser, IconExternalLink, IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { AlertBox } from '../../../components/feedback/alert-box.tsx'
import { CopyButton } from '../../../components/inputs/copy-button.tsx'
import { Page, Section } from '../../../components/layout/page.tsx'
import DescriptionField from '../design/description-field.tsx'
import { GreetingField } from '../design/greeting-field.tsx'
import { isSaved, problem } from '../draft/draft-state.ts'
import { useDraft } from '../draft/draft.tsx'
import { PlatformSection } from '../integrations/integration-fields.tsx'
import { usePreviewLinks } from './widget-bar.tsx'
import classes from './widget.module.css'

export default function OverviewTab() {
  const { t } = useTranslation()
  const { agent, config } = useDraft()
  return (
    <Page title={t('widget.tabs.overview')} narrow>
      {!isSaved(agent) && <First />}
      <Names />
      <PlatformSection />
      {config.agentPlatform === 'vg' && (
        <Section title={t('agents.design.words')}>
          <GreetingField />
        </Section>
      )}
      {isSaved(agent) && <Where />}
    </Page>
  )
}

/** What saving enables, and what blocks it. */
function First() {
  const { t } = useTranslation()
  const { state } = useDraft()
  const reason = problem(state)
  return (
    <div className={classes.pills}>
      <AlertBox kind="info" title={t('widget.overview.new')}>
        {t('widget.overview.newText')} {reason && t(reason.text)}
      </AlertBox>
    </div>
  )
}

function Names() {
  const { t } = useTranslation()
  const { agent, config, edit } = useDraft()
  // Shows no errors before the first blur.
  const [left, setLeft] = useState(isSaved(agent))
  return (
    <Section title={t('agents.design.about')}>
      <TextInput
        label={t('agents.design.name')}
        required
        maxLength={200}
        value={config.title}
        error={left && config.title.trim() === '' && t('agents.drawer.nameRequired')}
        onBlur={() => setLeft(true)}
        onChange={(event) => edit({ title: event.currentTarget.value })}
      />
      <DescriptionField />
    </Section>
  )
}

function Where() {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId } = useDraft()
  const looks = usePreviewLinks()
  return (
    <Section title={t('widget.overview.where')}>
      <div className={classes.links}>
        {looks.map(({ key, href }) => (
          <Button
            key={key}
            variant="default"
            size="xs"
            component="a"
            href={href}
            target="_blank"
            rel="noopener"
            leftSection={
              key === 'prototype' ? <IconExternalLink size={16} stroke={1.5} /> : <IconBrowser size={16} stroke={1.5} />
            }
          >
            {t(`widget.bar.${key}`)}
          </Button>
        ))}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconSettings size={16} stroke={1.5} />}
          renderRoot={(props) => <AppLink target={paths.agentHome(region, agentId)} {...props} />}
        >
          {t('widget.overview.all')}
        </Button>
      </div>
      <TextInput
        readOnly
        label={t('agents.settings.agentId')}
        value={agentId}
        rightSection={
          <CopyButton value={agentId} label={t('agents.settings.copy', { what: t('agents.settings.agentId') })} />
        }
      />
    </Section>
  )
}
