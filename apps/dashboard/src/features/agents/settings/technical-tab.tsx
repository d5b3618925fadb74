import { ActionIcon, Group, Text, TextInput, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { apiBase } from '@parlance/core/kit/regions'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { API_DOCS } from '../../../paths.ts'
import { useScope } from '../../../scope.tsx'
import { CodeBox, CopyButton } from '../../../ui/copy.tsx'
import { Section } from '../../../ui/page.tsx'
import { useDraft } from '../draft/draft.tsx'
import { interactCommand, openaiCommand } from './commands.ts'

export function TechnicalTab() {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agent } = useDraft()
  const call = { base: location.origin + apiBase(region), agentId: agent.ID, secret: agent.SECRET_API_KEY }
  const masked = { ...call, secret: maskedKey(agent.SECRET_API_KEY) }
  const copyCommand = t('agents.settings.copy', { what: t('agents.settings.command') })
  return (
    <>
      <Section title={t('agents.settings.ids')} description={t('agents.settings.idsText')}>
        <Group gap={4} align="flex-end" wrap="nowrap">
          <TextInput flex={1} readOnly label={t('agents.settings.agentId')} value={agent.ID} />
          <CopyButton value={agent.ID} label={t('agents.settings.copy', { what: t('agents.settings.agentId') })} />
        </Group>
        <Secret value={agent.SECRET_API_KEY} />
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
          {t('agents.settings.withKey')}{' '}
          <a href={API_DOCS} target="_blank" rel="noopener" style={{ color: 'var(--mantine-color-anchor)' }}>
            {t('agents.settings.docs')}
          </a>
        </Text>
      </Section>
    </>
  )
}

const maskedKey = (key: string) => `${key.slice(0, 3)}${'•'.repeat(16)}`

function Secret({ value }: { value: string }) {
  const { t } = useTranslation()
  const [shown, { toggle }] = useDisclosure()
  const label = shown ? t('agents.settings.conceal') : t('agents.settings.reveal')
  return (
    <Group gap={4} align="flex-end" wrap="nowrap">
      <TextInput
        flex={1}
        readOnly
        label={t('agents.settings.secret')}
        value={shown ? value : maskedKey(value)}
        rightSection={
          <Tooltip label={label}>
            <ActionIcon size="md" aria-label={label} aria-pressed={shown} onClick={toggle}>
              {shown ? <IconEyeOff size={16} stroke={1.5} /> : <IconEye size={16} stroke={1.5} />}
            </ActionIcon>
          </Tooltip>
        }
      />
      <CopyButton value={value} label={t('agents.settings.copy', { what: t('agents.settings.secret') })} />
    </Group>
  )
}
