// A preview of an older version with its instructions.
import { Stack, Text, Title } from '@mantine/core'
import type { AgentConfig, OpenConfig } from '@parlance/contract/agents/schemas'
import { useTranslation } from 'react-i18next'
import { PreviewFrame } from '../design/preview-frame.tsx'
import { useCssCheck } from '../design/use-css-check.ts'
import classes from './versions.module.css'

/** Secrets a version does not have; the preview shows none of them. */
const NO_SECRETS = { VF_DIALOGUE_API_KEY: '', whatsappToken: '', gcloudPrivateKey: '' }

export function VersionPreview({ config }: { config: OpenConfig }) {
  const { t } = useTranslation()
  const whole: AgentConfig = { ...config, ...NO_SECRETS }
  const { css = '' } = useCssCheck(config.ADVANCED_customCSS)
  return (
    <Stack gap="lg">
      <div className={classes.picture} data-testid="chat-preview">
        <PreviewFrame config={whole} css={css} dir={undefined} closable={false} />
      </div>
      {config.vg_systemPrompt && (
        <section>
          <Title order={3} size="h4" mb={4}>
            {t('area.fields.vg_systemPrompt')}
          </Title>
          <p className={classes.text}>{config.vg_systemPrompt}</p>
        </section>
      )}
      {config.enableNodes && config.nodes.length > 0 && (
        <section>
          <Title order={3} size="h4" mb={4}>
            {t('versions.steps')}
          </Title>
          <ol className={classes.changes}>
            {config.nodes.map(({ id, name, type, instructions }) => (
              <li key={id} className={classes.change}>
                <Text size="sm" fw={500}>
                  {name || t('agents.prompt.unnamed')}{' '}
                  <Text span size="xs" c="dimmed">
                    {t(`agents.prompt.type.${type}`)}
                  </Text>
                </Text>
                {instructions && <p className={classes.text}>{instructions}</p>}
              </li>
            ))}
          </ol>
        </section>
      )}
    </Stack>
  )
}
