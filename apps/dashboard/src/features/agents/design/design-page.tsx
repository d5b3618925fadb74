// Theme and first messages with a live preview next to the fields.
import { Skeleton, TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../components/layout/page.tsx'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { lazyWithTexts } from '../../../i18n/lazy-with-texts.ts'
import { useDraft } from '../draft/draft.tsx'
import { ReadOnlyDraft } from '../draft/read-only-draft.tsx'
import { HomeSkeleton } from '../overview/home-skeleton.tsx'
import { WithPreview } from './with-preview.tsx'

// Lazy: an autosizing field is larger than the rest of this page.
const Description = lazy(() => import('./description-field.tsx'))
/** Height of two lines with label and hint, in pixels. */
const DESCRIPTION_HEIGHT = 106
const AgentHome = lazyWithTexts(() => import('../overview/agent-home.tsx'), 'AgentHome')
const Words = lazyWithTexts(() => import('./greeting-field.tsx'), 'GreetingField')
const ThemeEditor = lazyWithTexts(() => import('./theme-editor.tsx'), 'ThemeEditor')

export function DesignPage() {
  const { t } = useTranslation()
  const { agentId } = useDraft()
  const { client } = useScope()
  return (
    <ReadOnlyDraft>
      {!client && (
        <Suspense fallback={<HomeSkeleton agentId={agentId} />}>
          <AgentHome />
        </Suspense>
      )}
      <WithPreview title={t('agents.design.title')} first={<About />}>
        <Words />
        <ThemeEditor />
      </WithPreview>
    </ReadOnlyDraft>
  )
}

function About() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  return (
    <Section title={t('agents.design.about')}>
      <TextInput
        label={t('agents.design.name')}
        required
        maxLength={200}
        value={config.title}
        error={config.title.trim() === '' && t('agents.drawer.nameRequired')}
        onChange={(event) => edit({ title: event.currentTarget.value })}
      />
      <Suspense fallback={<Skeleton height={DESCRIPTION_HEIGHT} />}>
        <Description />
      </Suspense>
    </Section>
  )
}
