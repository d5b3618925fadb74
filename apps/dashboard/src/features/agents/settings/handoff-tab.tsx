import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { Section } from '../../../components/layout/page.tsx'
import { lazyWithTexts } from '../../../i18n/lazy-with-texts.ts'
import { NumberOf, SwitchOf, TextOf } from '../fields.tsx'

const HandoffRules = lazyWithTexts(() => import('./handoff-rules.tsx'), 'HandoffRules')

export function HandoffTab() {
  const { t } = useTranslation()
  return (
    <>
      <Section title={t('area.handoff.title')}>
        <TextOf field="UIhandoffTitle" hint={t('area.handoff.titleHint')} maxLength={200} />
        <TextOf field="UIhandoffSubtitle" maxLength={500} multiline />
        <SwitchOf field="alwaysShowHandoff" hint={t('area.handoff.alwaysHint')} />
        <NumberOf
          field="handoffTimeoutS"
          label={t('widget.handoff.timeout')}
          description={t('widget.handoff.timeoutHint')}
          min={0}
          max={3600}
          step={30}
          allowDecimal={false}
        />
      </Section>
      <Suspense fallback={<RowSkeletons />}>
        <HandoffRules />
      </Suspense>
    </>
  )
}
