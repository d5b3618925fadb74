// All product mails with sample content: every language, light, dark, phone, plain text.
import { Button, Group, NativeSelect, SegmentedControl, Switch, Text, Title } from '@mantine/core'
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '@parlance/contract/accounts/languages'
import type { MailTemplate } from '@parlance/contract/platform/api'
import { IconArrowLeft } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../lib/api.ts'
import { errorText } from '../../lib/errors.ts'
import { useSearchParam } from '../../lib/link.tsx'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import classes from './sandbox-mail.module.css'

const LOOKS = ['light', 'dark', 'text'] as const
type Look = (typeof LOOKS)[number]
const CHOICES = LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))
const isLook = (value: string): value is Look => LOOKS.some((look) => look === value)

/** Language of the mails; the page's until one is chosen. */
function useMailLanguage() {
  const { i18n } = useTranslation()
  const [chosen, choose] = useSearchParam('language')
  const language = [chosen, i18n.language].find(isLanguage) ?? 'en'
  return [language, choose] as const
}

export function MailTemplates() {
  const { t } = useTranslation()
  const [language] = useMailLanguage()
  const [chosen, choose] = useSearchParam('template')
  const templates = useQuery(
    globalApi.platform.sandboxTemplates.queryOptions({
      input: { language },
      staleTime: Infinity,
      placeholderData: keepPreviousData,
    }),
  )
  const items = templates.data?.items ?? []
  const template = items.find(({ id }) => id === chosen)
  return (
    <div className={classes.panes} data-reading={template ? true : undefined}>
      {templates.isPending && <RowSkeletons />}
      {templates.error && <ErrorMessage text={errorText(templates.error)} onRetry={() => void templates.refetch()} />}
      {templates.data && (
        <>
          <ul className={classes.list} aria-label={t('sandboxMail.templateList')}>
            {items.map(({ id, name, subject }) => (
              <li key={id}>
                <button
                  type="button"
                  className={classes.row}
                  aria-current={id === chosen || undefined}
                  onClick={() => choose(id)}
                >
                  <span className={classes.subject}>{name}</span>
                  <span className={classes.meta}>
                    <span className="truncate" dir="auto">
                      {subject}
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <div className={classes.reader}>
            {template ? (
              <Preview template={template} onBack={() => choose(undefined)} />
            ) : (
              <Text c="dimmed" p="xl">
                {t('sandboxMail.templateChoose')}
              </Text>
            )}
          </div>
        </>
      )}
    </div>
  )
}

function LanguageSelect() {
  const { t } = useTranslation()
  const [language, setLanguage] = useMailLanguage()
  return (
    <NativeSelect
      aria-label={t('sandboxMail.language')}
      data={CHOICES}
      value={language}
      onChange={({ currentTarget }) => setLanguage(currentTarget.value)}
    />
  )
}

function Preview({ template, onBack }: { template: MailTemplate; onBack: () => void }) {
  const { t } = useTranslation()
  const [chosenLook, setLook] = useSearchParam('look')
  const [phone, setPhone] = useSearchParam('phone')
  const [language] = useMailLanguage()
  const look = isLook(chosenLook) ? chosenLook : 'light'
  return (
    <article className={classes.mail} aria-label={template.name}>
      <Button
        className={classes.back}
        variant="subtle"
        size="compact-sm"
        leftSection={<IconArrowLeft size={16} stroke={1.5} />}
        onClick={onBack}
      >
        {t('sandboxMail.templateBack')}
      </Button>
      <Group justify="space-between" gap="sm">
        <Title order={2} dir="auto">
          {template.subject}
        </Title>
        <Group gap="md">
          <LanguageSelect />
          {look !== 'text' && (
            <Switch
              visibleFrom="sm"
              label={t('sandboxMail.phone')}
              checked={phone !== ''}
              onChange={(event) => setPhone(event.currentTarget.checked ? '1' : undefined)}
            />
          )}
          <SegmentedControl
            aria-label={t('sandboxMail.look')}
            value={look}
            onChange={(next) => setLook(next === 'light' ? undefined : next)}
            data={LOOKS.map((value) => ({ value, label: t(`sandboxMail.looks.${value}`) }))}
          />
        </Group>
      </Group>
      {look === 'text' ? (
        <pre className={classes.text} dir="auto">
          {template.text}
        </pre>
      ) : (
        // Blocks scripts and forms; sample links lead nowhere.
        <iframe
          key={`${template.id} ${language} ${look}`}
          className={classes.frame}
          data-look={look}
          data-phone={phone || undefined}
          sandbox=""
          srcDoc={template.html}
          title={t('sandboxMail.body')}
        />
      )}
    </article>
  )
}
