// The language of the app and of mails.
import { Select } from '@mantine/core'
import type { Account } from '@parlance/contract/accounts/schemas'
import { LANGUAGE_NAMES, LANGUAGES } from '@parlance/contract/accounts/languages'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../../lib/api.ts'
import { i18n, setLanguage } from '../../../i18n/i18n.ts'
import { setSession } from '../../../lib/session/session.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { notify } from '../../../components/feedback/notify.ts'
import { Section } from '../../../components/layout/page.tsx'
import { FormError } from '../../../components/feedback/form-error.tsx'

const CHOICES = LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))

export function LanguageSection({ account }: { account: Account }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const save = useMutation(
    globalApi.accounts.setLanguage.mutationOptions({
      onSuccess: async ({ account: saved }) => {
        // In the chosen language.
        await setLanguage(saved.language)
        setSession(client, saved)
        notify.success(i18n.t('accountData.language.saved'))
      },
    }),
  )
  const choose = (value: string | null) => {
    const language = LANGUAGES.find((one) => one === value)
    if (language && language !== account.language) save.mutate({ language })
  }
  return (
    <Section title={t('accountData.language.title')} description={t('accountData.language.text')}>
      <FormError error={save.error} />
      <Select
        label={t('accountData.language.field')}
        data={CHOICES}
        value={account.language}
        allowDeselect={false}
        onChange={choose}
      />
    </Section>
  )
}
