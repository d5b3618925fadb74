// The answering model: the configured one, or the sandbox's when no key serves its provider.
import { Alert, Badge, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { DemoModelNotice } from '../../components/model-key/demo-model-notice.tsx'
import { useAnswering } from '../../components/model-key/use-models.ts'
import { chosenPrice, usePriceNumbers } from '../../components/inputs/model-picker/model-price.ts'
import { useDraft } from './draft/draft.tsx'

/** The answering model in a sentence; without a key, also how to change that. */
export function AnsweringNote() {
  const { t } = useTranslation()
  const { region } = useScope()
  const { config } = useDraft()
  const numbers = usePriceNumbers()
  const asked = (config.vg_defaultModel ?? '').trim()
  const answering = useAnswering(asked)
  if (!answering || !asked) return null
  const { name, provider, paidBy, price } = answering
  const words = { model: name, provider: t(`credentials.providers.${provider}`) }
  if (paidBy === 'ownKey' || paidBy === 'platform') {
    return (
      <Text size="sm" c="dimmed">
        {t(`agents.prompt.answering.${paidBy}`, words)}{' '}
        {price && t('agents.models.costs', { price: chosenPrice(t, numbers, price) })}
      </Text>
    )
  }
  if (paidBy === 'sandbox') return <DemoModelNotice />
  return (
    <Alert color="red">
      <Text size="sm">
        {t(`agents.prompt.answering.${paidBy}`, words)}{' '}
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
  const sandbox = useAnswering(config.vg_defaultModel ?? '')?.paidBy === 'sandbox'
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
