// A form or one field of it: to fill in, or what was sent.
import { Badge, Button, Group, Text } from '@mantine/core'
import type { Value } from '@parlance/contract/agents/variables'
import type { FormField } from '@parlance/contract/items/schemas'
import { fieldsOf, readField, shownValue, valuesText, type FieldFault } from '@parlance/contract/items/submissions'
import { useId, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, type Typed } from './field.tsx'
import classes from './items.module.css'
import { FileLink } from './media.tsx'
import type { Given, ItemProps, OwnUse } from './item-props.ts'

type FormProps = ItemProps<'form' | 'input'>

export function FormView({ item, sent, use }: FormProps) {
  const { t } = useTranslation()
  const id = useId()
  const fields = fieldsOf(item)
  const title = item.type === 'form' ? item.title : undefined
  const badge = sent ? t('items.sent') : use ? undefined : t('items.notSent')
  return (
    <section className={classes.form} {...(title ? { 'aria-labelledby': id } : { 'aria-label': fields[0]?.label })}>
      {(title || badge) && (
        <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
          <Text fw={600} size="sm" id={id} dir="auto">
            {title}
          </Text>
          {badge && (
            <Badge size="sm" color={sent ? 'green' : 'gray'} className={classes.badge}>
              {badge}
            </Badge>
          )}
        </Group>
      )}
      {item.type === 'form' && item.description && (
        <Text size="sm" c="dimmed" className={classes.more} dir="auto">
          {item.description}
        </Text>
      )}
      {use && !sent ? <Fill item={item} use={use} fields={fields} /> : <Filled fields={fields} sent={sent} />}
    </section>
  )
}

function Filled({ fields, sent }: { fields: readonly FormField[]; sent: Given | undefined }) {
  const { t } = useTranslation()
  const shown = (field: FormField) =>
    sent?.values && Object.hasOwn(sent.values, field.name) ? shownValue(field, sent.values[field.name]) : ''
  return (
    <dl className={classes.filled}>
      {fields.map((field) => (
        <div key={field.name}>
          <dt dir="auto">
            {field.label}
            {field.required && (
              <>
                {' '}
                <abbr title={t('items.required')}>*</abbr>
              </>
            )}
          </dt>
          <dd dir="auto" data-empty={shown(field) === '' || undefined}>
            {fileOf(field, sent) ?? (shown(field) || (!sent && field.options?.join(' · ')) || '—')}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What a visitor sent, as a way to it. */
function fileOf(field: FormField, sent: Given | undefined) {
  const url = field.type === 'file' && sent?.values?.[field.name]
  const ending = typeof url === 'string' && /^\/media\/[\w./]+(\.\w+)(?:$|\?)/.exec(url)?.[1]
  return ending ? <FileLink item={{ type: 'file', url: String(url), name: field.label + ending }} /> : undefined
}

function useFill(fields: readonly FormField[]) {
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({})
  /** Fields left once, whose faults are told from then on. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const values = new Map<string, Value>()
  const faults = new Map<string, FieldFault>()
  for (const field of fields) {
    const read = readField(field, typed[field.name], location.origin)
    if ('fault' in read) faults.set(field.name, read)
    else if (read.value !== undefined) values.set(field.name, read.value)
  }
  return {
    typed,
    faults,
    values: Object.fromEntries(values),
    type: (name: string, value: Typed) => setTyped((old) => ({ ...old, [name]: value })),
    /** An empty field is not wrong before the form is sent. */
    leave: (name: string) => typed[name] && setLeft((old) => new Set([...old, name])),
    leaveAll: () => setLeft(new Set(fields.map(({ name }) => name))),
    faultOf: (name: string) => (left.has(name) ? faults.get(name) : undefined),
  }
}

interface FillProps {
  readonly item: FormProps['item']
  readonly use: OwnUse
  readonly fields: readonly FormField[]
}

function Fill({ item, use, fields }: FillProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLFormElement>(null)
  const fill = useFill(fields)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!use.ready) return
    if (fill.faults.size === 0) return use.onSubmit({ values: fill.values }, valuesText(item, fill.values))
    fill.leaveAll()
    const at = fields.findIndex(({ name }) => fill.faults.has(name))
    const wrong = box.current?.querySelectorAll('[data-field]')[at]
    wrong?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }
  return (
    <form ref={box} noValidate onSubmit={submit} className={classes.fields}>
      {fields.map((field) => {
        const wrong = fill.faultOf(field.name)
        return (
          <div key={field.name} data-field>
            <Field
              field={field}
              value={fill.typed[field.name]}
              error={wrong && t(`items.fault.${wrong.fault}`, { limit: wrong.limit ?? 0 })}
              upload={use.upload}
              onType={(value) => fill.type(field.name, value)}
              onLeave={() => fill.leave(field.name)}
            />
          </div>
        )
      })}
      <Button type="submit" size="xs" aria-disabled={!use.ready} data-off={!use.ready || undefined}>
        {item.submitLabel || t('items.send')}
      </Button>
    </form>
  )
}
