import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../components/layout/page.tsx'
import { DesignLink } from '../design/design-link.tsx'
import { useDraft } from '../draft/draft.tsx'
import { useFieldAccess } from '../draft/field-access.ts'
import { NumberOf, SwitchOf, TextOf } from '../fields.tsx'
import { IgnoredPaths } from './site-fields.tsx'
import { VisitorSections } from './visitor-fields.tsx'

/** The stored value for no proactive message. */
const NO_MESSAGE = 'none'

export function UiTab() {
  const { t } = useTranslation()
  const { config } = useDraft()
  const mayChange = useFieldAccess()
  return (
    <>
      <Section title={t('area.ui.opening')}>
        <Proactive />
        <SwitchOf field="autoStartWidget" />
        <SwitchOf field="smartInit" hint={t('area.ui.smartInitHint')} />
      </Section>
      <Section title={t('area.ui.talking')}>
        <NumberOf
          field="messageDelayMS"
          label={t('area.fields.messageDelayMS')}
          description={t('area.ui.delayHint')}
          min={0}
          max={60_000}
          step={100}
          allowDecimal={false}
        />
        <SwitchOf field="scrollAnimation" />
        {config.agentPlatform === 'vg' && <SwitchOf field="vg_enableUIEngine" hint={t('area.ui.itemsHint')} />}
      </Section>
      <Section title={t('area.ui.page')}>
        <SwitchOf field="syncBrowser" hint={t('area.ui.syncHint')} />
        <SwitchOf field="listenForUrlChanges" hint={t('area.ui.urlHint')} />
        <IgnoredPaths />
        {mayChange('theme') && <DesignLink label={t('agents.design.lookElsewhere')} />}
      </Section>
      <VisitorSections />
    </>
  )
}

function Proactive() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  const on = config.proactiveMessage !== NO_MESSAGE
  const [lastText, setLastText] = useState(t('area.ui.proactiveStart'))
  const toggle = (next: boolean) => {
    if (!next && config.proactiveMessage.trim() !== '') setLastText(config.proactiveMessage)
    edit({ proactiveMessage: next ? lastText : NO_MESSAGE })
  }
  return (
    <>
      <Switch
        label={t('area.ui.proactive')}
        description={t('area.ui.proactiveHint')}
        checked={on}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
      {on && <TextOf field="proactiveMessage" maxLength={1000} multiline />}
    </>
  )
}
