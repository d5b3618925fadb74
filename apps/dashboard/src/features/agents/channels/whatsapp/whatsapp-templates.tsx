// Message templates of Meta, and a form for a new one.
import { Badge, Button, Group, Loader, Select, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Template } from '@parlance/contract/channels/whatsapp'
import {
  TEMPLATE_CATEGORIES,
  TEMPLATE_LANGUAGES,
  placeholdersOf,
  TEMPLATE_MEDIA,
} from '@parlance/contract/channels/whatsapp-lists'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertBox } from '../../../../components/feedback/alert-box.tsx'
import { notify } from '../../../../components/feedback/notify.ts'
import { errorText } from '../../../../lib/errors.ts'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useDraft } from '../../draft/draft.tsx'
import { useToldFailure } from '../connections/use-told-failure.ts'
import classes from './whatsapp.module.css'

const COLOURS: Record<string, string> = { APPROVED: 'green', PENDING: 'yellow', IN_APPEAL: 'yellow' }
const STATUSES = ['APPROVED', 'PENDING', 'IN_APPEAL', 'REJECTED', 'PAUSED', 'DISABLED'] as const
const NAME = /^[a-z0-9_]{1,512}$/

export function WhatsappTemplates() {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId } = useDraft()
  const [isOpen, form] = useDisclosure()
  const templates = useQuery(api.whatsapp.templates.queryOptions({ input: { agentId } }))
  return (
    <section>
      <Title order={3} size="h4" mb={4}>
        {t('channels.wa.templates')}
      </Title>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('channels.wa.templatesText')}
        </Text>
        {templates.isPending && <Loader size="sm" />}
        {templates.isError && <AlertBox kind="danger">{errorText(templates.error)}</AlertBox>}
        {templates.data?.items.length === 0 && <Text size="sm">{t('channels.wa.noTemplates')}</Text>}
        <ul className={classes.templates}>
          {templates.data?.items.map((template) => (
            <TemplateRow key={template.id} template={template} />
          ))}
        </ul>
        {isOpen ? (
          <NewTemplate
            onClose={form.close}
            onCreated={async () => {
              form.close()
              await templates.refetch()
            }}
          />
        ) : (
          <div>
            <Button variant="default" size="xs" onClick={form.open}>
              {t('channels.wa.newTemplate')}
            </Button>
          </div>
        )}
      </Stack>
    </section>
  )
}

/** Names of what Meta calls by a code; codes that are new to us stay as they are. */
function useMetaNames() {
  const { t } = useTranslation()
  return {
    status(code: string): string {
      const known = STATUSES.find((one) => one === code)
      return known ? t(`channels.wa.status.${known}`) : code
    },
    category(code: string): string {
      const known = TEMPLATE_CATEGORIES.find((one) => one === code)
      return known ? t(`channels.wa.category.${known}`) : code
    },
  }
}

function TemplateRow({ template: { name, language, category, status, bodyText } }: { template: Template }) {
  const names = useMetaNames()
  return (
    <li>
      <Group gap="xs">
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Badge color={COLOURS[status] ?? 'red'}>{names.status(status)}</Badge>
        <Text size="sm" c="dimmed">
          {language} · {names.category(category)}
        </Text>
      </Group>
      <Text size="sm" dir="auto" lineClamp={3}>
        {bodyText}
      </Text>
    </li>
  )
}

const HEADERS = ['NONE', 'TEXT', ...TEMPLATE_MEDIA] as const
/** The template's header: a line, or a file with a sample. */
const headerOf = (format: string, given: string) =>
  format === 'NONE' ? {} : { header: { format, ...(format === 'TEXT' ? { text: given } : { example: given }) } }

function NewTemplate({ onClose, onCreated }: { onClose: () => void; onCreated: () => Promise<void> }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId } = useDraft()
  const failed = useToldFailure()
  const names = useMetaNames()
  const [name, setName] = useState('')
  const [language, setLanguage] = useState('en')
  const [category, setCategory] = useState<string>('UTILITY')
  const [bodyText, setBodyText] = useState('')
  const [examples, setExamples] = useState<readonly string[]>([])
  const [footer, setFooter] = useState('')
  const [header, setHeader] = useState<string>('NONE')
  const [headerText, setHeaderText] = useState('')
  const places = placeholdersOf(bodyText)
  const create = useMutation({
    mutationFn: () => {
      const values = places.map((_, index) => examples[index]?.trim() ?? '').filter((value) => value !== '')
      return api.whatsapp.addTemplate.call({
        agentId,
        name: name.trim(),
        language,
        category,
        bodyText,
        ...(values.length === places.length && values.length > 0 ? { examples: values } : {}),
        ...headerOf(header, headerText.trim()),
        ...(footer.trim() === '' ? {} : { footer: footer.trim() }),
      })
    },
    async onSuccess({ status }) {
      notify.success(t('channels.wa.templateCreated', { status: names.status(status) }))
      await onCreated()
    },
    onError: failed,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label={t('channels.wa.templateName')}
          description={t('channels.wa.templateNameHint')}
          value={name}
          maxLength={512}
          placeholder="order_ready"
          error={name !== '' && !NAME.test(name) && t('channels.wa.templateNameHint')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label={t('channels.wa.templateLanguage')}
          data={TEMPLATE_LANGUAGES}
          value={language}
          searchable
          allowDeselect={false}
          onChange={(value) => setLanguage(value ?? 'en')}
        />
        <Select
          label={t('channels.wa.templateCategory')}
          data={TEMPLATE_CATEGORIES.map((code) => ({ value: code, label: names.category(code) }))}
          value={category}
          allowDeselect={false}
          onChange={(value) => setCategory(value ?? 'UTILITY')}
        />
        <Select
          label={t('channels.wa.templateHeader')}
          data={HEADERS.map((value) => ({ value, label: t(`channels.wa.templateHeaders.${value}`) }))}
          value={header}
          allowDeselect={false}
          onChange={(value) => setHeader(value ?? 'NONE')}
        />
        {header !== 'NONE' && (
          <TextInput
            label={t(header === 'TEXT' ? 'channels.wa.templateHeaderText' : 'channels.wa.templateHeaderExample')}
            description={header === 'TEXT' ? undefined : t('channels.wa.templateHeaderHint')}
            value={headerText}
            maxLength={header === 'TEXT' ? 60 : 2000}
            required
            onChange={(event) => setHeaderText(event.currentTarget.value)}
          />
        )}
        <Textarea
          label={t('channels.wa.templateBody')}
          description={t('channels.wa.templateBodyHint', { example: '{{1}}' })}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={1024}
          value={bodyText}
          onChange={(event) => setBodyText(event.currentTarget.value)}
        />
        {places.map((place, index) => (
          <TextInput
            key={place}
            label={t('channels.wa.templateExample', { place: `{{${place}}}` })}
            value={examples[index] ?? ''}
            maxLength={200}
            onChange={(event) => {
              const { value } = event.currentTarget
              setExamples((before) => places.map((_, at) => (at === index ? value : (before[at] ?? ''))))
            }}
          />
        ))}
        <TextInput
          label={t('channels.wa.templateFooter')}
          value={footer}
          maxLength={60}
          onChange={(event) => setFooter(event.currentTarget.value)}
        />
        <Group gap="xs">
          <Button type="submit" loading={create.isPending}>
            {t('channels.wa.templateCreate')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
