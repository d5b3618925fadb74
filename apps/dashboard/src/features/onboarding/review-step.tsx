import { Alert, Avatar, Button, Select, Skeleton, Text } from '@mantine/core'
import type { TemplateId } from '@parlance/contract/agents/schemas'
import { TEMPLATES } from '@parlance/engine/templates/templates'
import { type FirstAgent, templateFor, usable, type UseCase } from '@parlance/contract/onboarding/schemas'
import { IconInfoCircle, IconMessageChatbot, IconWorld } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/errors.ts'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { firstAgentQuery } from './first-agent-query.ts'
import classes from './onboarding.module.css'
import { StepHead } from './step-head.tsx'
import { type Steps, useFinish } from './use-steps.ts'
import { translateMessage } from '../../i18n/translate-message.ts'

export function ReviewStep({ steps }: { steps: Steps }) {
  const { t } = useTranslation()
  const { answers, to } = steps
  const seen = useQuery(firstAgentQuery(steps, answers))
  const finish = useFinish(steps)
  const planned = seen.data?.data
  return (
    <div className={classes.step} aria-busy={seen.isPending}>
      <StepHead title={t('onboarding.review.title')} />
      {seen.isPending && (
        <>
          {answers.website && (
            <Text c="dimmed" aria-live="polite">
              {t('onboarding.review.looking', { site: answers.website })}
            </Text>
          )}
          <Skeleton height={220} radius="lg" />
        </>
      )}
      {seen.error && <ErrorMessage text={errorText(seen.error)} onRetry={() => void seen.refetch()} />}
      {planned && (
        <>
          {planned.note && (
            <Alert color="yellow" icon={<IconInfoCircle stroke={1.5} />} aria-live="polite">
              {translateMessage({ ...planned.noteMessage, message: planned.note })}
            </Alert>
          )}
          <Preview
            planned={planned}
            useCase={answers.useCase}
            onTemplate={(template) => void to('review', { template }, true)}
          />
        </>
      )}
      {finish.error && <ErrorMessage text={errorText(finish.error)} />}
      <div className={classes.foot}>
        <Button variant="default" onClick={() => void to('site')}>
          {t('onboarding.back')}
        </Button>
        <Button disabled={seen.isPending} loading={finish.isPending} onClick={() => finish.mutate(answers)}>
          {t('onboarding.review.create')}
        </Button>
      </div>
    </div>
  )
}

const choices = () => TEMPLATES.map(({ id, name }) => ({ value: id, label: translateMessage(name) }))

interface PreviewProps {
  planned: FirstAgent
  useCase: UseCase | undefined
  onTemplate: (template: TemplateId) => void
}

function Preview({ planned, useCase, onTemplate }: PreviewProps) {
  const { t } = useTranslation()
  const { title, description, greeting, color, website, template } = planned
  return (
    <section className={classes.preview} aria-label={title}>
      <div className={classes.who}>
        {/* The site's own colour is data and no token. */}
        <Avatar size={48} radius="xl" variant="filled" color={usable(color) ? color : undefined} autoContrast>
          <IconMessageChatbot size={24} stroke={1.5} aria-hidden />
        </Avatar>
        <div className={classes.words}>
          <Text fw={600} size="lg">
            {title}
          </Text>
          {description && (
            <Text size="sm" c="dimmed">
              {description}
            </Text>
          )}
        </div>
      </div>
      {greeting && (
        <div>
          <Text size="sm" c="dimmed" mb={4}>
            {t('onboarding.review.greeting')}
          </Text>
          <p className={classes.greeting} dir="auto">
            {greeting}
          </p>
        </div>
      )}
      <Text size="sm" className={classes.reads}>
        <IconWorld size={18} stroke={1.5} aria-hidden />
        <span>
          {website ? t('onboarding.review.reads', { site: new URL(website).host }) : t('onboarding.review.noSite')}
        </span>
      </Text>
      <Select
        label={t('onboarding.review.template')}
        description={
          useCase &&
          template === templateFor(useCase) &&
          t('onboarding.review.chosenFor', { purpose: t(`onboarding.use.options.${useCase}.name`) })
        }
        data={choices()}
        value={template}
        allowDeselect={false}
        onChange={(next) => next && onTemplate(next)}
      />
    </section>
  )
}
