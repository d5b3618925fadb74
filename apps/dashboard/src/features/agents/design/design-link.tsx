// Links from settings to the theme's page.
import { Anchor, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AppLink, useSearchParam } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'

/** Links to an agent's Design page, or to a widget's Theme tab. `label` names the target. */
export function DesignLink({ label }: { label: string }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const agentId = useParams({ strict: false, select: (params: { agentId?: string }) => params.agentId })
  const [, setTab] = useSearchParam('tab')
  return (
    <Text size="sm" c="dimmed">
      {label}{' '}
      {agentId ? (
        <Anchor
          underline="always"
          inherit
          renderRoot={(props) => <AppLink target={paths.agent(region, agentId)} {...props} />}
        >
          {t('agents.design.open')}
        </Anchor>
      ) : (
        <Anchor underline="always" inherit component="button" type="button" onClick={() => setTab('theme')}>
          {t('agents.design.openTheme')}
        </Anchor>
      )}
    </Text>
  )
}
