// A form per kind of item, with errors at the fields.
import { Checkbox, Group, Select, Stack, TagsInput, TextInput } from '@mantine/core'
import { FIELD_TYPES, type Button, type Card, type FormField, type Item } from '@parlance/contract/items/schemas'
import { useTranslation } from 'react-i18next'
import { OptionalNumber } from '../fields.tsx'
import { below, optional, Parts, TextOf, type Issue } from './item-parts.tsx'

type Of<T extends Item['type']> = Extract<Item, { type: T }>
interface Props<T> {
  item: T
  issues: readonly Issue[]
  onChange: (item: T) => void
}

export function ItemForm({ item, issues, onChange }: Props<Item>) {
  switch (item.type) {
    case 'text':
      return <TextForm item={item} issues={issues} onChange={onChange} />
    case 'choice':
      return <ChoiceForm item={item} issues={issues} onChange={onChange} />
    case 'visual':
      return <VisualForm item={item} issues={issues} onChange={onChange} />
    case 'cardV2':
      return <CardForm card={item} issues={issues} onChange={(card) => onChange({ ...card, type: 'cardV2' })} />
    case 'carousel':
      return <CarouselForm item={item} issues={issues} onChange={onChange} />
    case 'iFrame':
      return <FrameForm item={item} issues={issues} onChange={onChange} />
    case 'form':
      return <FormForm item={item} issues={issues} onChange={onChange} />
    case 'input': {
      const set = (field: FormField) => onChange({ ...item, field })
      return <FieldForm field={item.field} issues={below(issues, 'field')} onChange={set} />
    }
    case 'file':
      return <FileForm item={item} issues={issues} onChange={onChange} />
  }
}

function TextForm({ item, issues, onChange }: Props<Of<'text'>>) {
  const set = (text: string) => onChange({ ...item, text })
  return <TextOf name="text" long max={10_000} value={item.text} issues={issues} onChange={set} />
}

function VisualForm({ item, issues, onChange }: Props<Of<'visual'>>) {
  const setImage = (image: string) => onChange({ ...item, image })
  const setAlt = (alt: string) => onChange({ ...item, alt })
  return (
    <>
      <TextOf name="image" max={2000} value={item.image} issues={issues} onChange={setImage} />
      <TextOf name="alt" max={500} value={item.alt} issues={issues} onChange={setAlt} />
    </>
  )
}

function FileForm({ item, issues, onChange }: Props<Of<'file'>>) {
  const setUrl = (url: string) => onChange({ ...item, url })
  const setName = (name: string) => onChange({ ...item, name })
  return (
    <>
      <TextOf name="url" max={2000} value={item.url} issues={issues} onChange={setUrl} />
      <TextOf name="name" max={200} value={item.name} issues={issues} onChange={setName} />
    </>
  )
}

function FrameForm({ item, issues, onChange }: Props<Of<'iFrame'>>) {
  const { t } = useTranslation()
  const setUrl = (url: string) => onChange({ ...item, url })
  const setTitle = (title: string) => onChange({ ...item, title })
  return (
    <>
      <TextOf name="url" max={2000} value={item.url} issues={issues} onChange={setUrl} />
      <TextOf name="title" max={200} value={item.title} issues={issues} onChange={setTitle} />
      <Select
        size="xs"
        label={t('studio.items.fields.layout')}
        allowDeselect={false}
        data={(['vertical', 'horizontal'] as const).map((value) => ({
          value,
          label: t(`studio.items.layouts.${value}`),
        }))}
        value={item.layout}
        onChange={(layout) => onChange({ ...item, layout: layout === 'horizontal' ? 'horizontal' : 'vertical' })}
      />
    </>
  )
}

function ChoiceForm({ item, issues, onChange }: Props<Of<'choice'>>) {
  return (
    <>
      <TextOf
        name="message"
        long
        max={2000}
        value={item.message ?? ''}
        issues={issues}
        onChange={(message) => onChange({ ...item, message: optional(message) })}
      />
      <Buttons
        buttons={item.buttons}
        issues={below(issues, 'buttons')}
        min={1}
        max={30}
        onChange={(buttons) => onChange({ ...item, buttons })}
      />
    </>
  )
}

function CarouselForm({ item, issues, onChange }: Props<Of<'carousel'>>) {
  const { t } = useTranslation()
  return (
    <Parts
      parts={item.cards}
      min={1}
      max={10}
      add={t('studio.items.addCard')}
      removeLabel={(n) => t('studio.items.removeCard', { n })}
      fresh={() => ({ title: t('studio.items.freshTitle'), buttons: [] })}
      onChange={(cards) => onChange({ ...item, cards })}
      render={(card, at, set) => <CardForm card={card} issues={below(issues, 'cards', at)} onChange={set} />}
    />
  )
}

function FormForm({ item, issues, onChange }: Props<Of<'form'>>) {
  const { t } = useTranslation()
  const fresh = (): FormField => ({
    name: `field_${item.fields.length + 1}`,
    label: t('studio.items.freshField'),
    type: 'text',
    required: false,
  })
  return (
    <>
      <TextOf
        name="title"
        max={200}
        value={item.title ?? ''}
        issues={issues}
        onChange={(title) => onChange({ ...item, title: optional(title) })}
      />
      <TextOf
        name="description"
        long
        max={2000}
        value={item.description ?? ''}
        issues={issues}
        onChange={(description) => onChange({ ...item, description: optional(description) })}
      />
      <Parts
        parts={item.fields}
        min={1}
        max={30}
        add={t('studio.items.addField')}
        removeLabel={(n) => t('studio.items.removeField', { n })}
        fresh={fresh}
        onChange={(fields) => onChange({ ...item, fields })}
        render={(field, at, set) => <FieldForm field={field} issues={below(issues, 'fields', at)} onChange={set} />}
      />
      <TextOf
        name="submitLabel"
        max={50}
        value={item.submitLabel ?? ''}
        issues={issues}
        onChange={(label) => onChange({ ...item, submitLabel: optional(label) })}
      />
    </>
  )
}

function CardForm({
  card,
  issues,
  onChange,
}: {
  card: Card
  issues: readonly Issue[]
  onChange: (card: Card) => void
}) {
  return (
    <Stack gap={8}>
      <TextOf
        name="title"
        max={200}
        value={card.title}
        issues={issues}
        onChange={(title) => onChange({ ...card, title })}
      />
      <TextOf
        name="description"
        long
        max={2000}
        value={card.description?.text ?? ''}
        issues={issues}
        onChange={(text) => onChange({ ...card, description: text ? { text } : undefined })}
      />
      <TextOf
        name="imageUrl"
        max={2000}
        value={card.imageUrl ?? ''}
        issues={issues}
        onChange={(imageUrl) => onChange({ ...card, imageUrl: optional(imageUrl) })}
      />
      <Buttons
        buttons={card.buttons}
        issues={below(issues, 'buttons')}
        min={0}
        max={10}
        onChange={(buttons) => onChange({ ...card, buttons })}
      />
    </Stack>
  )
}

interface ButtonsProps {
  buttons: readonly Button[]
  issues: readonly Issue[]
  min: number
  max: number
  onChange: (buttons: Button[]) => void
}

function Buttons({ buttons, issues, min, max, onChange }: ButtonsProps) {
  const { t } = useTranslation()
  return (
    <Parts
      parts={buttons}
      min={min}
      max={max}
      add={t('studio.items.addButton')}
      removeLabel={(n) => t('studio.items.removeButton', { n })}
      fresh={(): Button => ({ name: t('studio.items.fresh'), request: { type: 'text' } })}
      onChange={onChange}
      render={(button, at, set) => <ButtonForm button={button} issues={below(issues, at)} onChange={set} />}
    />
  )
}

function ButtonForm({
  button,
  issues,
  onChange,
}: {
  button: Button
  issues: readonly Issue[]
  onChange: (button: Button) => void
}) {
  const { t } = useTranslation()
  const { request } = button
  const opens = request.type === 'open_url'
  const wrong = issues.some(({ path }) => path[0] === 'request')
  const setPayload = (text: string) =>
    onChange({
      ...button,
      request: opens ? { type: 'open_url', payload: text } : { type: 'text', payload: optional(text) },
    })
  return (
    <Stack gap={8}>
      <Group gap={8} grow align="flex-start">
        <TextOf
          name="name"
          max={200}
          value={button.name}
          issues={issues}
          onChange={(name) => onChange({ ...button, name })}
        />
        <Select
          size="xs"
          label={t('studio.items.fields.action')}
          allowDeselect={false}
          data={(['text', 'open_url'] as const).map((value) => ({ value, label: t(`studio.items.actions.${value}`) }))}
          value={request.type}
          onChange={(type) =>
            onChange({ ...button, request: type === 'open_url' ? { type, payload: '' } : { type: 'text' } })
          }
        />
      </Group>
      <TextInput
        size="xs"
        label={t(opens ? 'studio.items.fields.url' : 'studio.items.fields.payload')}
        placeholder={opens ? 'https://' : button.name}
        maxLength={opens ? 2000 : 500}
        value={request.payload ?? ''}
        error={wrong && t('studio.items.badAddress')}
        onChange={(event) => setPayload(event.currentTarget.value)}
      />
    </Stack>
  )
}

function FieldForm({
  field,
  issues,
  onChange,
}: {
  field: FormField
  issues: readonly Issue[]
  onChange: (field: FormField) => void
}) {
  const { t } = useTranslation()
  const set = (change: Partial<FormField>) => onChange({ ...field, ...change })
  const wrong = (key: string) => issues.some(({ path }) => path[0] === key)
  return (
    <Stack gap={8}>
      <TextOf name="label" max={200} value={field.label} issues={issues} onChange={(label) => set({ label })} />
      <Group gap={8} grow align="flex-start">
        <TextInput
          size="xs"
          label={t('studio.items.fields.variable')}
          maxLength={100}
          value={field.name}
          error={wrong('name') && t('studio.collect.badName')}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <Select
          size="xs"
          label={t('studio.collect.type')}
          searchable
          allowDeselect={false}
          data={FIELD_TYPES.map((value) => ({ value, label: t(`studio.items.fieldTypes.${value}`) }))}
          value={field.type}
          onChange={(type) => type && set({ type: type as FormField['type'] })}
        />
      </Group>
      <FieldLimits field={field} set={set} />
      <Checkbox
        size="xs"
        label={t('studio.collect.required')}
        checked={field.required}
        onChange={(event) => set({ required: event.currentTarget.checked })}
      />
    </Stack>
  )
}

function FieldLimits({ field, set }: { field: FormField; set: (change: Partial<FormField>) => void }) {
  const { t } = useTranslation()
  const chooses = field.type === 'select' || field.type === 'radio'
  return (
    <>
      {chooses && (
        <TagsInput
          size="xs"
          label={t('studio.items.fields.options')}
          error={(field.options ?? []).length === 0 && t('studio.items.needsOptions')}
          value={field.options ?? []}
          onChange={(options) => set({ options: options.length > 0 ? options : undefined })}
        />
      )}
      {field.type === 'number' && (
        <Group gap={8} grow>
          {(['min', 'max'] as const).map((end) => (
            <OptionalNumber
              key={end}
              size="xs"
              label={t(`studio.collect.${end}.number`)}
              value={field[end]}
              onChange={(value) => set({ [end]: value })}
            />
          ))}
        </Group>
      )}
    </>
  )
}
