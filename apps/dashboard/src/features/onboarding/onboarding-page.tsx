// A new owner's first steps: purpose, website, preview, and an agent that starts reading the site.
import { Button, Group, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/errors.ts'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { Logo } from '../../components/layout/logo.tsx'
import { usePageTitle } from '../../components/layout/page.tsx'
import { MadeStep } from './made-step.tsx'
import classes from './onboarding.module.css'
import { ReviewStep } from './review-step.tsx'
import { SiteStep } from './site-step.tsx'
import { STEPS, useFinish, useSteps } from './use-steps.ts'
import { UseStep } from './use-step.tsx'

const PAGES = { use: UseStep, site: SiteStep, review: ReviewStep, made: MadeStep }

export function OnboardingPage() {
  const { t } = useTranslation()
  const steps = useSteps()
  const skip = useFinish(steps)
  usePageTitle(t('onboarding.title'))
  const Step = PAGES[steps.step]
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <Group gap={10} wrap="nowrap">
          <Logo />
          <Text fw={600}>Parlance</Text>
        </Group>
        {steps.step !== 'made' && (
          <Button
            variant="subtle"
            color="gray"
            title={t('onboarding.skipHint')}
            loading={skip.isPending}
            onClick={() => skip.mutate({ skip: true })}
          >
            {t('onboarding.skip')}
          </Button>
        )}
      </header>
      <main className={classes.main}>
        <Progress at={STEPS.indexOf(steps.step)} />
        {skip.error && <ErrorMessage text={errorText(skip.error)} />}
        {steps.uid && <Step key={steps.step} steps={steps} />}
      </main>
    </div>
  )
}

function Progress({ at }: { at: number }) {
  const { t } = useTranslation()
  return (
    <ol className={classes.progress} aria-label={t('onboarding.steps')}>
      {STEPS.map((step, index) => (
        <li key={step} aria-current={index === at ? 'step' : undefined} data-done={index < at || undefined}>
          <span className={classes.dot} aria-hidden>
            {index < at ? <IconCheck size={14} stroke={2} /> : index + 1}
          </span>
          <span className={classes.stepName}>{t(`onboarding.step.${step}`)}</span>
        </li>
      ))}
    </ol>
  )
}
