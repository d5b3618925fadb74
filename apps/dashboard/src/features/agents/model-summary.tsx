// Which model answers: the configured one with a key for it, or the sandbox model where no key serves its provider.
import { Alert, Badge, Group, Text } from '@mantine/core'
import { providerOf } from '@parlance/core/workspaces/provider-of'
import { IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../link.tsx'
import { paths } from '../../paths.ts'
import { useScope } from '../../scope.tsx'
import { statusQuery } from '../../session.ts'
import { useDraft } from './draft/draft.tsx'

type Answering = 'ownKey' | 'installation' | 'sandbox'

/** Whose key a model is asked with; undefined until the server has said which keys there are. */
function useAnswering(model: string): Answering | undefined {
  const { api, workspace } = useScope()
  const services = useQuery(statusQuery).data?.services
  const keys = useQuery(api.workspaces.credentials.queryOptions({ input: { uid: workspace.uid } })).data?.items
  if (!services || !keys) return undefined
  const { provider } = providerOf(model)
  if (keys.some((key) => key.provider === provider)) return 'ownKey'
  return services.some(({ id, mode }) => id === 'model' && mode === 'live') ? 'installation' : 'sandbox'
}

/** What answers now, in a sentence; where it is the sandbox model, also what would change that. */
export function AnsweringNote() {
  const { t } = useTranslation()
  const { region } = useScope()
  const { config } = useDraft()
  const model = (config.vg_defaultModel ?? '').trim()
  const answering = useAnswering(model)
  if (!answering || !model) return null
  const { provider, name } = providerOf(model)
  const words = { model: name, provider: t(`credentials.providers.${provider}`) }
  if (answering !== 'sandbox') {
    return (
      <Text size="sm" c="dimmed">
        {t(`agents.prompt.answering.${answering}`, words)}
      </Text>
    )
  }
  return (
    <Alert color="yellow" icon={<IconFlask stroke={1.5} />}>
      <Text size="sm">
        {t('agents.prompt.answering.sandbox', words)}{' '}
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
  const sandbox = useAnswering(config.vg_defaultModel ?? '') === 'sandbox'
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
