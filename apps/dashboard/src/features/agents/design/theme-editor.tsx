// Everything about the look of a chat. Loaded after the page around it: it is much code.
import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { GrowingText } from '../../../components/inputs/autosize-text.tsx'
import { Section } from '../../../components/layout/page.tsx'
import { BoundNumber } from '../fields.tsx'
import { CornerField } from '../settings/visitor-fields.tsx'
import { ColourFields } from './colour-fields.tsx'
import classes from './design.module.css'
import { FontField } from './font-field.tsx'
import { OwnCss } from './own-css.tsx'
import { OwnThemes } from './own-themes.tsx'
import { Pictures } from './pictures.tsx'
import { LookSteps, useLook } from './use-look.tsx'
import { Editing } from '../../../components/feedback/read-only.tsx'

export default function ThemeEditor() {
  // The page stands before it, and it is drawn in pieces.
  const due = useDeferredValue(true, false)
  if (!due) return <div className={classes.editor} />
  return (
    <LookSteps>
      <Look />
      <Css />
    </LookSteps>
  )
}

function Look() {
  const { t } = useTranslation()
  return (
    <Section title={t('agents.design.look')}>
      <Editing>
        <Steps />
      </Editing>
      <ColourFields />
      <OwnThemes />
      <FontField />
      <Shape />
      <Pictures />
      <Branding />
    </Section>
  )
}

function Css() {
  const { t } = useTranslation()
  return (
    <Section title={t('themes.css.title')} description={t('themes.css.text')}>
      <OwnCss />
    </Section>
  )
}

function Steps() {
  const { t } = useTranslation()
  const { undo, redo } = useLook()
  return (
    <Group id="theme" gap={4} justify="flex-end" mb={-28}>
      <Tooltip label={t('themes.undo')}>
        <ActionIcon aria-label={t('themes.undo')} disabled={!undo} onClick={undo}>
          <IconArrowBackUp size={18} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('themes.redo')}>
        <ActionIcon aria-label={t('themes.redo')} disabled={!redo} onClick={redo}>
          <IconArrowForwardUp size={18} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}

function Shape() {
  const { t } = useTranslation()
  const { change, config } = useLook()
  return (
    <>
      <BoundNumber
        label={t('area.fields.cornerRadius')}
        description={t('themes.radiusHint')}
        min={0}
        max={28}
        allowDecimal={false}
        value={config.cornerRadius}
        onChange={(cornerRadius) => change({ cornerRadius })}
      />
      <CornerField />
    </>
  )
}

function Branding() {
  const { t } = useTranslation()
  const { change, config } = useLook()
  return (
    <GrowingText
      label={t('agents.design.branding')}
      description={t('agents.design.brandingHint')}
      maxLength={2000}
      value={config.branding}
      onChange={(event) => change({ branding: event.currentTarget.value })}
    />
  )
}
