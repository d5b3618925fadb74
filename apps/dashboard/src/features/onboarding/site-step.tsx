import { Button, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../i18n/translate-message.ts'
import { errorText } from '../../lib/errors.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { firstAgentQuery } from './first-agent-query.ts'
import classes from './onboarding.module.css'
import { StepHead } from './step-head.tsx'
import type { Steps } from './use-steps.ts'

export function SiteStep({ steps }: { steps: Steps }) {
  const { t } = useTranslation()
  const { answers, to } = steps
  const client = useQueryClient()
  const [website, type] = useState(answers.website ?? '')
  const site = website.trim()
  const look = useMutation({
    mutationFn: () => client.fetchQuery(firstAgentQuery(steps, { ...answers, website: site })),
    onSuccess: ({ data: { note } }) => {
      if (!note) void to('review', { website: site })
    },
  })
  const seen = look.data?.data
  const refused = seen?.note
    ? translateMessage({ ...seen.noteMessage, message: seen.note })
    : look.error && errorText(look.error)
  const without = (
    <Button
      type={site ? 'button' : 'submit'}
      variant={site ? 'default' : 'filled'}
      onClick={site ? () => void to('review', { website: '' }) : undefined}
    >
      {t('onboarding.site.without')}
    </Button>
  )
  return (
    <form
      className={classes.step}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (site) look.mutate()
        else void to('review', { website: '' })
      }}
    >
      <StepHead title={t('onboarding.site.title')} text={t('onboarding.site.text')} />
      <TextInput
        label={
          <>
            {t('onboarding.site.label')}{' '}
            <Text span c="dimmed" size="sm">
              ({t('onboarding.site.optional')})
            </Text>
          </>
        }
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="www.example.com"
        size="md"
        maxLength={2000}
        value={website}
        error={refused}
        onChange={({ currentTarget: { value } }) => {
          type(value)
          look.reset()
          void to('site', { website: value }, true)
        }}
      />
      <Text size="sm" c="dimmed" aria-live="polite">
        {look.isPending && t('onboarding.review.looking', { site })}
      </Text>
      <div className={classes.foot}>
        <Button variant="default" onClick={() => void to('use', { website })}>
          {t('onboarding.back')}
        </Button>
        <div className={classes.onward}>
          {(refused || !site) && without}
          {site && (
            <Button type="submit" loading={look.isPending}>
              {t('onboarding.next')}
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}
