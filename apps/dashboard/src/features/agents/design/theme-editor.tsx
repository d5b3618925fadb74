// The theme editor, lazy because of its size.
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
import { CustomCss } from './custom-css.tsx'
import { CustomThemes } from './custom-themes.tsx'
import { Pictures } from './pictures.tsx'
import { DesignHistoryProvider, useDesign } from './use-design.tsx'
import { useFieldAccess } from '../draft/field-access.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { Editing } from '../../../components/feedback/read-only.tsx'

export default function ThemeEditor() {
  // Renders after the page, in chunks.
  const due = useDeferredValue(true, false)
  const mayChange = useFieldAccess()
  if (!due) return <div className={classes.editor} />
  return (
    <DesignHistoryProvider>
      <Look />
      {mayChange('ADVANCED_customCSS') && <Css />}
    </DesignHistoryProvider>
  )
}

function Look() {
  const { t } = useTranslation()
  const { client } = useScope()
  const mayChange = useFieldAccess()
  return (
    <Section title={t('agents.design.look')}>
      <Editing>
        <Steps />
      </Editing>
      <ColourFields />
      {!client && <CustomThemes />}
      <FontField />
      <Shape />
      <Pictures />
      {mayChange('branding') && <Branding />}
    </Section>
  )
}

function Css() {
  const { t } = useTranslation()
  return (
    <Section title={t('themes.css.title')} description={t('themes.css.text')}>
      <CustomCss />
    </Section>
  )
}

function Steps() {
  const { t } = useTranslation()
  const { undo, redo } = useDesign()
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
  const { change, config } = useDesign()
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
  const { change, config } = useDesign()
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
