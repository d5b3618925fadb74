import { ColorInput, Input, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Palette } from '../../../ui/palette.tsx'
import { Section } from '../../../ui/page.tsx'
import { useDraft } from '../draft/draft.tsx'
import { NumberOf, SwitchOf, TextOf } from '../fields.tsx'
import { currentTheme, customTheme, readHex, shadesOf, type Mode } from './custom-theme.ts'
import { IgnoredPaths } from './site-fields.tsx'
import { CornerField, VisitorSections } from './visitor-fields.tsx'

/** What a stored proactive message says when there is none. */
const NO_MESSAGE = 'none'

export function UiTab() {
  const { t } = useTranslation()
  const { config } = useDraft()
  return (
    <>
      <Section title={t('area.ui.opening')} description={t('area.ui.openingText')}>
        <Proactive />
        <SwitchOf field="autoStartWidget" hint={t('area.ui.autoStartHint')} />
        <SwitchOf field="smartInit" hint={t('area.ui.smartInitHint')} />
      </Section>
      <Section title={t('area.ui.talking')} description={t('area.ui.talkingText')}>
        <NumberOf
          field="messageDelayMS"
          label={t('area.fields.messageDelayMS')}
          description={t('area.ui.delayHint')}
          min={0}
          max={60_000}
          step={100}
          allowDecimal={false}
        />
        <SwitchOf field="scrollAnimation" hint={t('area.ui.scrollHint')} />
        {config.agentPlatform === 'vg' && <SwitchOf field="vg_enableUIEngine" hint={t('area.ui.itemsHint')} />}
      </Section>
      <Section title={t('area.ui.page')} description={t('area.ui.pageText')}>
        <CornerField />
        <SwitchOf field="syncBrowser" hint={t('area.ui.syncHint')} />
        <SwitchOf field="listenForUrlChanges" hint={t('area.ui.urlHint')} />
        <IgnoredPaths />
        <TextOf field="branding" hint={t('agents.design.brandingHint')} maxLength={2000} />
      </Section>
      <VisitorSections />
      <Colours />
    </>
  )
}

function Proactive() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  const on = config.proactiveMessage !== NO_MESSAGE
  return (
    <>
      <Switch
        label={t('area.ui.proactive')}
        description={t('area.ui.proactiveHint')}
        checked={on}
        onChange={(event) =>
          edit({ proactiveMessage: event.currentTarget.checked ? t('area.ui.proactiveStart') : NO_MESSAGE })
        }
      />
      {on && <TextOf field="proactiveMessage" maxLength={1000} multiline />}
    </>
  )
}

/** One colour instead of a preset, with the shades that follow from it. */
function Colours() {
  const { t } = useTranslation()
  const { agent, config, edit } = useDraft()
  const { primary, mode, custom } = currentTheme(config)
  const [typed, setTyped] = useState<string>()
  const set = (colour: string, next: Mode) => edit(customTheme(colour, next, agent.ownerID))
  const name = (step: number) => t('area.ui.shade', { step })
  return (
    <Section title={t('area.fields.customThemeJSONString')} description={t('area.ui.coloursText')}>
      <Switch
        label={t('area.ui.dark')}
        description={custom ? undefined : t('area.ui.darkPreset')}
        checked={mode === 'dark'}
        onChange={(event) => {
          const next = event.currentTarget.checked ? 'dark' : 'light'
          // A preset has a dark twin; only a colour of one's own makes the theme custom.
          if (custom) set(primary, next)
          else edit({ theme: config.theme.replace(/-(light|dark)$/, `-${next}`) })
        }}
      />
      <ColorInput
        label={t('area.ui.primary')}
        description={t('area.ui.primaryHint')}
        format="hex"
        eyeDropperButtonProps={{ 'aria-label': t('area.ui.eyeDropper') }}
        value={typed ?? primary}
        onChange={(text) => {
          setTyped(text)
          const hex = readHex(text)
          if (hex && hex !== primary) set(hex, mode)
        }}
        onBlur={() => setTyped(undefined)}
      />
      <Input.Wrapper label={t('area.ui.shades')} labelElement="div">
        <Palette
          label={t('area.ui.shades')}
          shades={shadesOf(primary, mode).map(({ step, hex }) => ({ name: name(step), hex }))}
        />
      </Input.Wrapper>
    </Section>
  )
}
