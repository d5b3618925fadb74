// Chat features for visitors besides writing, and the conversation's life cycle.
import { Input, SegmentedControl, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../components/layout/page.tsx'
import { useDraft } from '../draft/draft.tsx'
import { SwitchOf } from '../fields.tsx'
import { useReadOnly } from '../../../components/feedback/read-only.tsx'

/** The button's corner, unless the tag names one. */
export function CornerField() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  return (
    <Input.Wrapper
      label={t('area.fields.position')}
      description={t('widget.page.positionHint')}
      labelElement="div"
      inputWrapperOrder={['label', 'input', 'description']}
    >
      <div>
        <SegmentedControl
          aria-label={t('area.fields.position')}
          value={config.position}
          onChange={(position) => edit({ position: position as typeof config.position })}
          data={[
            { value: 'left', label: t('widget.page.left') },
            { value: 'right', label: t('widget.page.right') },
          ]}
        />
      </div>
    </Input.Wrapper>
  )
}

export function VisitorSections() {
  const { t } = useTranslation()
  return (
    <>
      <Section title={t('widget.sending.title')}>
        <SwitchOf field="allowAttachments" hint={t('widget.sending.attachmentsHint')} />
        <SwitchOf field="allowVoiceNotes" hint={t('widget.sending.voiceHint')} />
      </Section>
      <Section title={t('widget.closed.title')}>
        <SwitchOf field="unreadSound" />
        <SwitchOf field="unreadTitleFlash" />
      </Section>
      <Section title={t('widget.ending.title')}>
        <SwitchOf field="askRating" hint={t('widget.ending.ratingHint')} />
        <OfferTranscript />
      </Section>
    </>
  )
}

/** Requires stored conversations. */
function OfferTranscript() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  const kept = config.recordChatHistory
  const readOnly = useReadOnly()
  return (
    <Switch
      label={t('area.fields.offerTranscript')}
      description={kept ? t('widget.ending.transcriptHint') : t('widget.ending.transcriptOff')}
      disabled={!kept || readOnly}
      checked={kept && config.offerTranscript}
      onChange={(event) => edit({ offerTranscript: event.currentTarget.checked })}
    />
  )
}
