// External connections of an agent: its platform, and keys of other services.
import { PasswordInput, Radio, Stack, Text } from '@mantine/core'
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { AlertBox } from '../../../components/feedback/alert-box.tsx'
import { Section } from '../../../components/layout/page.tsx'
import { useDraft } from '../draft/draft.tsx'

export function IntegrationFields() {
  return (
    <>
      <PlatformSection />
      <WrongWorkspace />
    </>
  )
}

/** The answering platform: our engine or Voiceflow with its key. */
export function PlatformSection() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  const platform = config.agentPlatform
  return (
    <Section title={t('agentSettings.integrations.platform')}>
      <Radio.Group
        label={t('area.fields.agentPlatform')}
        value={platform}
        onChange={(next) => edit({ agentPlatform: next as AgentConfig['agentPlatform'] })}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="vg" label={t('agents.list.platform.vg')} description={t('agentSettings.integrations.vgHint')} />
          <Radio value="vf" label={t('agents.list.platform.vf')} description={t('agentSettings.integrations.vfHint')} />
        </Stack>
      </Radio.Group>
      {platform === 'vf' && <VoiceflowKey />}
    </Section>
  )
}

function VoiceflowKey() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  const missing = config.VF_DIALOGUE_API_KEY.trim() === ''
  return (
    <>
      <PasswordInput
        label={t('area.fields.VF_DIALOGUE_API_KEY')}
        description={t('agentSettings.integrations.keyHint')}
        required
        autoComplete="off"
        maxLength={500}
        value={config.VF_DIALOGUE_API_KEY}
        error={missing && t('area.integrations.keyRequired')}
        onChange={(event) => edit({ VF_DIALOGUE_API_KEY: event.currentTarget.value })}
      />
      {missing && <AlertBox kind="warning">{t('agentSettings.integrations.notSaved')}</AlertBox>}
    </>
  )
}

/** Connections configured on other pages. */
function WrongWorkspace() {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId, config } = useDraft()
  const links = [
    ...(config.agentPlatform === 'vg'
      ? [
          { key: 'models', target: paths.credentials(region) } as const,
          { key: 'speech', target: paths.voice(region, agentId, 'advanced') } as const,
        ]
      : []),
    { key: 'channels', target: paths.agent(region, agentId, 'channels') } as const,
  ]
  return (
    <Section title={t('agentSettings.integrations.more')}>
      {links.map(({ key, target }) => (
        <div key={key}>
          <AppLink target={target} style={{ color: 'var(--mantine-color-anchor)', fontWeight: 500 }}>
            {t(`agentSettings.integrations.${key}`)}
          </AppLink>
          <Text size="sm" c="dimmed">
            {t(`agentSettings.integrations.${key}Hint`)}
          </Text>
        </div>
      ))}
    </Section>
  )
}
