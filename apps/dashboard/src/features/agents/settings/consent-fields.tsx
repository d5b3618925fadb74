// Consent before the first message: whether, its text and preview.
import { Input, Switch, Textarea } from '@mantine/core'
import { readTheme } from '@parlance/contract/agents/theme'
import { useTranslation } from 'react-i18next'
import { AgentText } from '../../../components/chat/message-items.tsx'
import { Section } from '../../../components/layout/page.tsx'
import { useDraft } from '../draft/draft.tsx'
import classes from './settings.module.css'

export function ConsentSection() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  const { consentRequired, consentText } = config
  return (
    <Section title={t('widget.consent.title')}>
      <Switch
        label={t('area.fields.consentRequired')}
        description={t('widget.consent.hint')}
        checked={consentRequired}
        onChange={({ currentTarget: { checked } }) =>
          edit({
            consentRequired: checked,
            // Consent needs a text: starts with a usable one.
            ...(checked && !consentText.trim() ? { consentText: t('widget.consent.start') } : {}),
          })
        }
      />
      {consentRequired && (
        <>
          <Textarea
            label={t('area.fields.consentText')}
            description={t('widget.consent.textHint')}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={2000}
            value={consentText}
            error={consentText.trim() === '' && t('widget.consent.missing')}
            onChange={(event) => edit({ consentText: event.currentTarget.value })}
          />
          {consentText.trim() !== '' && <Preview text={consentText} />}
        </>
      )}
    </Section>
  )
}

function Preview({ text }: { text: string }) {
  const { t } = useTranslation()
  const { accent, onAccent } = readTheme(useDraft().config)
  return (
    <Input.Wrapper label={t('widget.consent.preview')} labelElement="div">
      <div className={classes.consent} data-testid="consent-preview">
        <AgentText text={text} />
        {/* A picture of the button that visitors get. */}
        <span className={classes.agree} style={{ background: accent, color: onAccent }} aria-hidden="true">
          {t('widget.consent.agree')}
        </span>
      </div>
    </Input.Wrapper>
  )
}
