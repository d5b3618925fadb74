// A new template for Meta's review.
import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import {
  TEMPLATE_CATEGORIES,
  TEMPLATE_LANGUAGES,
  placeholdersOf,
  TEMPLATE_MEDIA,
} from '@parlance/contract/channels/whatsapp-lists'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../../components/feedback/notify.ts'
import { errorText, hasCode } from '../../../../lib/errors.ts'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useDraft } from '../../draft/draft.tsx'
import { useToldFailure } from '../connections/use-told-failure.ts'
import { useMetaNames } from './meta-names.ts'
import { buttonsFor, TemplateButtons, type TemplateButton } from './template-buttons.tsx'

const NAME = /^[a-z0-9_]{1,512}$/
const HEADERS = ['NONE', 'TEXT', ...TEMPLATE_MEDIA, 'LOCATION'] as const
/** The template's header: a line, a place, or a file with a sample. */
function headerOf(format: string, given: string) {
  if (format === 'NONE') return {}
  if (format === 'LOCATION') return { header: { format } }
  return { header: { format, ...(format === 'TEXT' ? { text: given } : { example: given }) } }
}

export function NewTemplate({ onClose, onCreated }: { onClose: () => void; onCreated: () => Promise<void> }) {
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
  const [buttons, setButtons] = useState<readonly TemplateButton[]>([])
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
        ...(buttons.length === 0 ? {} : { buttons: buttonsFor(buttons) }),
      })
    },
    async onSuccess({ status }) {
      notify.success(t('channels.wa.templateCreated', { status: names.status(status) }))
      await onCreated()
    },
    // The words of the check stand alone.
    onError: (error: Error) => (hasCode(error, 'INVALID_INPUT') ? void notify.error(errorText(error)) : failed(error)),
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
        {header !== 'NONE' && header !== 'LOCATION' && (
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
        <TemplateButtons buttons={buttons} onChange={setButtons} />
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
