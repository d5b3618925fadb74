// Instructions for sites with signed-in visitors: sample code for signing, so that the chat recognizes them on every
// device.
import { Switch, Tabs, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { CodeBox } from '../../../components/inputs/copy-button.tsx'
import { Section } from '../../../components/layout/page.tsx'
import { useWidgetOrigin } from '../deploy/prototype-link.ts'
import { scriptTag } from '../deploy/script-tag.ts'
import { useDraft } from '../draft/draft.tsx'
import { SECRET_VARIABLE, SIGNING_LANGUAGES, signedTag, signingCode, type SigningLanguage } from './signing-code.ts'
import classes from './settings.module.css'
import { AlwaysEditable } from '../../../components/feedback/read-only.tsx'

const NAMES: Record<SigningLanguage, string> = { node: 'Node', php: 'PHP', python: 'Python' }

export default function SigningSection() {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agent, agentId } = useDraft()
  const [withKey, setWithKey] = useState(false)
  const secret = withKey ? agent.SECRET_API_KEY : undefined
  const tag = signedTag(scriptTag({ origin: useWidgetOrigin(), agentId, region, render: 'bottom-right' }))
  return (
    <Section title={t('widget.signing.title')} description={t('widget.signing.text')}>
      <div className={classes.signing}>
        <Text size="sm">{t('widget.signing.server')}</Text>
        <Tabs defaultValue="node" keepMounted={false}>
          <Tabs.List mb="xs">
            {SIGNING_LANGUAGES.map((language) => (
              <Tabs.Tab key={language} value={language}>
                {NAMES[language]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {SIGNING_LANGUAGES.map((language) => (
            <Tabs.Panel key={language} value={language}>
              <CodeBox
                value={signingCode(language, { agentId, secret })}
                name={t('widget.signing.codeOf', { language: NAMES[language] })}
                copyLabel={t('agents.settings.copy', {
                  what: t('widget.signing.codeOf', { language: NAMES[language] }),
                })}
              />
            </Tabs.Panel>
          ))}
        </Tabs>
        {agent.SECRET_API_KEY !== '' && (
          <AlwaysEditable>
            <Switch
              label={t('widget.signing.withKey')}
              description={t('widget.signing.withKeyHint', { variable: SECRET_VARIABLE })}
              checked={withKey}
              onChange={(event) => setWithKey(event.currentTarget.checked)}
            />
          </AlwaysEditable>
        )}
        <Text size="sm">{t('widget.signing.page')}</Text>
        <CodeBox
          value={tag}
          name={t('widget.signing.tag')}
          copyLabel={t('agents.settings.copy', { what: t('widget.signing.tag') })}
        />
        <ul className={classes.steps}>
          {t('widget.signing.rules')
            .split('\n')
            .map((rule) => (
              <Text key={rule} component="li" size="sm" c="dimmed">
                {rule}
              </Text>
            ))}
        </ul>
      </div>
    </Section>
  )
}
