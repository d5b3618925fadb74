import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useGo } from '../../../link.tsx'
import { paths } from '../../../paths.ts'
import { useScope } from '../../../scope.tsx'
import { Section } from '../../../ui/page.tsx'
import { useDeleteAgent } from '../delete-agent.tsx'
import { useDraft } from '../draft/draft.tsx'

export function AdvancedTab() {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId, config } = useDraft()
  const remove = useDeleteAgent()
  const go = useGo()
  const ask = async () => {
    // There is no draft left to save, so nothing may hold the navigation back.
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
