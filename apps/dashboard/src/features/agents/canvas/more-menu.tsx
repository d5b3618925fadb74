// Rarer canvas actions: layout, variables, tools, Prompt view, shortcuts.
import { ActionIcon, Badge, Kbd, Menu } from '@mantine/core'
import { IconDots, IconHierarchy2, IconKeyboard, IconPrompt, IconTool, IconVariable } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useReadOnly } from '../../../components/feedback/read-only.tsx'
import { AppLink, useSearchParam } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useDraft } from '../draft/draft.tsx'
import { toolCount } from '../prompt/tools-link.tsx'
import { useVariables, VariablesHost } from '../variables/variables-button.tsx'

interface Props {
  phone: boolean
  onArrange: () => void
  onHelp: () => void
}

export function MoreMenu({ phone, onArrange, onHelp }: Props) {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId, config } = useDraft()
  const changes = !useReadOnly() && !phone
  const variables = useVariables()
  const [testing] = useSearchParam('showDebugger')
  const kept = testing ? { showDebugger: testing } : undefined
  const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="default" aria-label={t('studio.canvas.more')}>
            <IconDots size={18} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {changes && (
            <Menu.Item leftSection={<IconHierarchy2 {...icon} />} rightSection={<Kbd>L</Kbd>} onClick={onArrange}>
              {t('studio.canvas.layout')}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconVariable {...icon} />}
            rightSection={<Count of={variables.count} />}
            aria-haspopup="dialog"
            onClick={variables.open}
          >
            {t('agents.variables.open')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTool {...icon} />}
            rightSection={<Count of={toolCount(config)} />}
            renderRoot={(props) => <AppLink target={paths.stepTools(region, agentId)} {...props} />}
          >
            {t('agents.prompt.tools')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPrompt {...icon} />}
            renderRoot={(props) => <AppLink target={paths.agent(region, agentId, 'nodes', kept)} {...props} />}
          >
            {t('area.view.prompt')}
          </Menu.Item>
          {!phone && (
            <Menu.Item leftSection={<IconKeyboard {...icon} />} rightSection={<Kbd>?</Kbd>} onClick={onHelp}>
              {t('studio.canvas.shortcuts')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <VariablesHost />
    </>
  )
}

const Count = ({ of }: { of: number }) => (of > 0 ? <Badge color="gray">{of}</Badge> : null)
