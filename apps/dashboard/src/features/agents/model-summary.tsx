// Which model answers: the configured one, or the sandbox model while there is no key.
import { Alert, Badge, Group, Text } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../link.tsx'
import { paths } from '../../paths.ts'
import { useScope } from '../../scope.tsx'
import { useSandbox } from '../../session.ts'
import { useDraft } from './draft/draft.tsx'

/** True while neither the installation nor the workspace has a provider key. */
export function useSandboxModel(): boolean {
  const { api, workspace } = useScope()
  const installation = useSandbox('model')
  const keys = useQuery(api.workspaces.credentials.queryOptions({ input: { uid: workspace.uid } })).data?.items
  return installation && keys?.length === 0
}

export function SandboxModelNote() {
  const { t } = useTranslation()
  const { region } = useScope()
  const { config } = useDraft()
  if (!useSandboxModel()) return null
  return (
    <Alert color="yellow" icon={<IconFlask stroke={1.5} />}>
      <Text size="sm">
        {t('agents.prompt.sandboxText', { model: config.vg_defaultModel ?? '' })}{' '}
        <AppLink target={paths.credentials(region)} style={{ color: 'inherit', textDecoration: 'underline' }}>
          {t('agents.prompt.toCredentials')}
        </AppLink>
      </Text>
    </Alert>
  )
}

export function ModelSummary() {
  const { t } = useTranslation()
  const { config } = useDraft()
  const sandbox = useSandboxModel()
  const facts = [
    [t('agents.prompt.modelName'), config.vg_defaultModel],
    [t('agents.prompt.temperature'), config.vg_temperature],
    [t('agents.prompt.maxTokens'), config.vg_maxTokens],
  ] as const
  return (
    <Group gap="lg" component="dl" m={0}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0} size="sm" fw={500}>
            {value}{' '}
            {sandbox && value === config.vg_defaultModel && (
              <Badge color="yellow" size="sm">
                {t('agents.prompt.sandboxModel')}
              </Badge>
            )}
          </Text>
        </div>
      ))}
    </Group>
  )
}
