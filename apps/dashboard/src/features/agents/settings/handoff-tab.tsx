import { useTranslation } from 'react-i18next'
import { Section } from '../../../ui/page.tsx'
import { SwitchOf, TextOf } from '../fields.tsx'

export function HandoffTab() {
  const { t } = useTranslation()
  return (
    <Section title={t('area.handoff.title')} description={t('area.handoff.text')}>
      <TextOf field="UIhandoffTitle" hint={t('area.handoff.titleHint')} maxLength={200} />
      <TextOf field="UIhandoffSubtitle" hint={t('area.handoff.subtitleHint')} maxLength={500} multiline />
      <SwitchOf field="alwaysShowHandoff" hint={t('area.handoff.alwaysHint')} />
    </Section>
  )
}
