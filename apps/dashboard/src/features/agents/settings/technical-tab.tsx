import { Group, Text, TextInput } from '@mantine/core'
import { apiBase } from '@parlance/contract/lib/regions'
import { useTranslation } from 'react-i18next'
import { API_DOCS } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { CodeBox, CopyButton } from '../../../components/inputs/copy-button.tsx'
import { Section } from '../../../components/layout/page.tsx'
import { useDraft } from '../draft/draft.tsx'
import { interactCommand, openaiCommand } from './commands.ts'
import { maskedKey } from '../../../components/inputs/secret-input.tsx'
import { SecretKey } from './secret-key.tsx'

export function TechnicalTab() {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agent } = useDraft()
  const call = {
    base: location.origin + apiBase(region),
    agentId: agent.ID,
    secret: agent.SECRET_API_KEY || maskedKey('vg_'),
  }
  // Without permission, commands contain a placeholder for the key.
  const isWithheld = agent.SECRET_API_KEY === ''
  const masked = { ...call, secret: maskedKey(call.secret) }
  const copyCommand = t('agents.settings.copy', { what: t('agents.settings.command') })
  return (
    <>
      <Section title={t('agents.settings.ids')} description={t('agents.settings.idsText')}>
        <Group gap={4} align="flex-end" wrap="nowrap">
          <TextInput flex={1} readOnly label={t('agents.settings.agentId')} value={agent.ID} />
          <CopyButton value={agent.ID} label={t('agents.settings.copy', { what: t('agents.settings.agentId') })} />
        </Group>
        <SecretKey value={agent.SECRET_API_KEY} />
      </Section>
      <Section title={t('agents.settings.api')} description={t('agents.settings.apiText')}>
        <CodeBox
          value={interactCommand(call)}
          display={interactCommand(masked)}
          name={t('agents.settings.commandOf', { what: t('agents.settings.api') })}
          copyLabel={copyCommand}
        />
      </Section>
      <Section title={t('agents.settings.openai')} description={t('agents.settings.openaiText')}>
        <CodeBox
          value={openaiCommand(call)}
          display={openaiCommand(masked)}
          name={t('agents.settings.commandOf', { what: t('agents.settings.openai') })}
          copyLabel={copyCommand}
        />
        <Text size="sm" c="dimmed">
          {isWithheld ? t('agents.settings.withoutKey') : t('agents.settings.withKey')}{' '}
          <a href={API_DOCS} target="_blank" rel="noopener" style={{ color: 'var(--mantine-color-anchor)' }}>
            {t('agents.settings.docs')}
          </a>
        </Text>
      </Section>
    </>
  )
}
