import { Button, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './onboarding.module.css'
import { StepHead } from './step-head.tsx'
import type { Steps } from './use-steps.ts'

export function SiteStep({ steps: { answers, to } }: { steps: Steps }) {
  const { t } = useTranslation()
  const [website, type] = useState(answers.website ?? '')
  return (
    <form
      className={classes.step}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void to('review', { website: website.trim() })
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
        onChange={({ currentTarget: { value } }) => {
          type(value)
          void to('site', { website: value }, true)
        }}
      />
      <div className={classes.foot}>
        <Button variant="default" onClick={() => void to('use', { website })}>
          {t('onboarding.back')}
        </Button>
        <Button type="submit">{t(website.trim() ? 'onboarding.next' : 'onboarding.site.without')}</Button>
      </div>
    </form>
  )
}
