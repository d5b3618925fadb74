import { Button, Radio, Text } from '@mantine/core'
import { templateFor, USE_CASES, type UseCase } from '@parlance/contract/onboarding/schemas'
import { TEMPLATES } from '@parlance/engine/templates/templates'
import { IconCalendarPlus, IconHeadset, IconShoppingBag, IconSparkles, type Icon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { tabStop } from '../../components/inputs/roving-focus.ts'
import { translateMessage } from '../../i18n/translate-message.ts'
import classes from './onboarding.module.css'
import { StepHead } from './step-head.tsx'
import type { Steps } from './use-steps.ts'

const ICONS: Record<UseCase, Icon> = {
  support: IconHeadset,
  sales: IconShoppingBag,
  appointments: IconCalendarPlus,
  other: IconSparkles,
}

function templateName(useCase: UseCase): string {
  const name = TEMPLATES.find(({ id }) => id === templateFor(useCase))?.name
  return name ? translateMessage(name) : ''
}

export function UseStep({ steps: { answers, to } }: { steps: Steps }) {
  const { t } = useTranslation()
  const { useCase } = answers
  const stop = tabStop(USE_CASES, useCase ?? 'support')
  return (
    <form
      className={classes.step}
      onSubmit={(event) => {
        event.preventDefault()
        if (useCase) void to('site')
      }}
    >
      <StepHead title={t('onboarding.use.title')} text={t('onboarding.use.text')} />
      <Radio.Group
        aria-label={t('onboarding.use.title')}
        value={useCase ?? ''}
        onChange={(next) => void to('use', { useCase: next as UseCase }, true)}
      >
        <div className={classes.cards}>
          {USE_CASES.map((one) => {
            const UseIcon = ICONS[one]
            return (
              <Radio.Card key={one} value={one} className={classes.card} tabIndex={one === stop ? 0 : -1}>
                <span className={classes.icon}>
                  <UseIcon size={22} stroke={1.5} aria-hidden />
                </span>
                <span className={classes.words}>
                  <Text span fw={500}>
                    {t(`onboarding.use.options.${one}.name`)}
                  </Text>
                  <Text span size="sm" c="dimmed">
                    {t(`onboarding.use.options.${one}.text`)}
                  </Text>
                </span>
              </Radio.Card>
            )
          })}
        </div>
      </Radio.Group>
      <div className={classes.foot}>
        <Text size="sm" c="dimmed" aria-live="polite">
          {useCase && t('onboarding.use.template', { template: templateName(useCase) })}
        </Text>
        <Button type="submit" disabled={!useCase}>
          {t('onboarding.next')}
        </Button>
      </div>
    </form>
  )
}
