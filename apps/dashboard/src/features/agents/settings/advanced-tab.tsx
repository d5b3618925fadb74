import { Button } from '@mantine/core'
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigateTo } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { Editing } from '../../../components/feedback/read-only.tsx'
import { Section } from '../../../components/layout/page.tsx'
import { useDeleteAgent } from '../delete-agent.tsx'
import { DesignLink } from '../design/design-link.tsx'
import { useDraft } from '../draft/draft.tsx'
import { isSaved } from '../draft/draft-state.ts'
import { chunkSizeTooSmall } from '../draft/problems.ts'
import { SwitchOf } from '../fields.tsx'
import { JsonField } from './json-field.tsx'
import { isRecord } from './json-text.ts'

export function AdvancedTab() {
  const { t } = useTranslation()
  const { agent, config } = useDraft()
  return (
    <>
      {config.agentPlatform === 'vg' && (
        <Section title={t('area.advanced.working')}>
          <SwitchOf field="enableNodes" hint={t('area.advanced.nodesHint')} />
        </Section>
      )}
      <CustomCss />
      <Options />
      {isSaved(agent) && (
        <Editing>
          <Danger />
        </Editing>
      )}
    </>
  )
}

function CustomCss() {
  const { t } = useTranslation()
  return (
    <Section title={t('area.fields.ADVANCED_customCSS')}>
      <DesignLink label={t('agents.design.cssElsewhere')} />
    </Section>
  )
}

function Options() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  if (config.agentPlatform !== 'vg') return null
  const check = (value: unknown) => {
    if (!isRecord(value)) return t('area.advanced.optionsObject')
    const size = value['maxChunkSize']
    const bad = size !== undefined && (typeof size !== 'number' || chunkSizeTooSmall(size))
    return bad ? t('agents.settings.maxChunkError') : undefined
  }
  return (
    <Section title={t('area.fields.vgOptions')} description={t('area.advanced.optionsText')}>
      <JsonField
        label="vgOptions"
        value={config.vgOptions ?? {}}
        check={check}
        onChange={(value) => edit({ vgOptions: value as NonNullable<AgentConfig['vgOptions']> })}
      />
    </Section>
  )
}

function Danger() {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId, config } = useDraft()
  const remove = useDeleteAgent()
  const go = useNavigateTo()
  const ask = async () => {
    // The draft no longer exists, so it must not block navigation.
    if (await remove({ agentId, title: config.title })) await go(paths.agents(region), { ignoreBlocker: true })
  }
  return (
    <Section title={t('agents.settings.dangerTitle')} description={t('agents.settings.dangerText')}>
      <div>
        <Button
          color="red"
          variant="light"
          leftSection={<IconTrash size={16} stroke={1.5} />}
          onClick={() => void ask()}
        >
          {t('agents.list.deleteConfirm')}
        </Button>
      </div>
    </Section>
  )
}
