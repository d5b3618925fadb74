// A form, or one field of it: checked as the visitor types, sent once, and what was sent stays to be seen.
import type { FormField, Item } from '@parlance/contract/items/schemas'
import { fieldsOf, readField, shownValue, valuesText, type FieldFault } from '@parlance/contract/items/submissions'
import { useEffect, useId, useRef, useState, type SyntheticEvent } from 'react'
import { CheckIcon } from '../more-icons.tsx'
import { useTexts } from '../look.ts'
import { more } from '../../../more-texts.ts'
import { Field } from './field.tsx'
import type { Actions, Sent } from './item-actions.ts'
import type { Typed } from './item-actions.ts'
import '../../styles/form.css'

type FormItem = Extract<Item, { type: 'form' | 'input' }>

function faultsOf(fields: readonly FormField[], typed: Readonly<Record<string, Typed>>) {
  const values = new Map<string, string | number | boolean>()
  const faults = new Map<string, FieldFault>()
  for (const field of fields) {
    const read = readField(field, typed[field.name], location.origin)
    if ('fault' in read) faults.set(field.name, read)
    else if (read.value !== undefined) values.set(field.name, read.value)
  }
  return { values: Object.fromEntries(values), faults }
}

function useForm(item: FormItem, actions: Actions) {
  const fields = fieldsOf(item)
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({})
  /** Fields left once, whose faults are told from then on. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const formRef = useRef<HTMLFormElement>(null)
  /** Sent from here just now: the focus was in what goes away. */
  const freshRef = useRef(false)
  /** Files on their way: the form waits for them. */
  const [uploads, setUploads] = useState(0)
  const ready = actions.ready && uploads === 0
  const upload: Actions['upload'] = (file, onProgress) => {
    setUploads((before) => before + 1)
    return actions.upload(file, onProgress).finally(() => setUploads((before) => before - 1))
  }
  const { values, faults } = faultsOf(fields, typed)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!ready) return
    if (faults.size === 0) {
      freshRef.current = true
      return actions.send({ values }, valuesText(item, values))
    }
    setLeft(new Set(fields.map(({ name }) => name)))
    const at = fields.findIndex(({ name }) => faults.has(name))
    formRef.current?.querySelectorAll('.form-field')[at]?.querySelector<HTMLElement>('input,select,textarea')?.focus()
  }
  return {
    fields,
    typed,
    formRef,
    freshRef,
    ready,
    upload,
    submit,
    type: (name: string, value: Typed) => setTyped((old) => ({ ...old, [name]: value })),
    leave: (name: string) => {
      // An empty field is not wrong before the form is sent.
      if (typed[name]) setLeft((old) => new Set([...old, name]))
    },
    faultOf: (name: string) => (left.has(name) ? faults.get(name) : undefined),
  }
}

export interface FormProps {
  readonly item: FormItem
  readonly actions: Actions
}

export default function FormView({ item, actions }: FormProps) {
  const texts = useTexts()
  const id = useId()
  const { formRef, freshRef, ...form } = useForm(item, actions)
  const { sent } = actions
  const done = sent !== undefined && !sent.failed
  const title = item.type === 'form' ? item.title : undefined
  const description = item.type === 'form' ? item.description : undefined
  const name = title ? { 'aria-labelledby': `${id}-title` } : { 'aria-label': form.fields[0]?.label ?? '' }
  return (
    <form className="form" noValidate ref={formRef} onSubmit={form.submit} {...name}>
      {title && (
        <p className="form-title" id={`${id}-title`} dir="auto">
          {title}
        </p>
      )}
      {description && (
        <p className="form-more" dir="auto">
          {description}
        </p>
      )}
      {done ? (
        <Summary fields={form.fields} sent={sent} freshRef={freshRef} />
      ) : (
        <>
          {form.fields.map((field) => (
            <Field
              key={field.name}
              field={field}
              value={form.typed[field.name]}
              fault={form.faultOf(field.name)}
              upload={form.upload}
              onType={(value) => form.type(field.name, value)}
              onLeave={() => form.leave(field.name)}
            />
          ))}
          <button type="submit" className="primary" aria-disabled={!form.ready} dir="auto">
            {item.submitLabel || texts.send}
          </button>
        </>
      )}
    </form>
  )
}

const OWN_FILE = /^\/media\/[\w/]+(\.\w+)(?:$|\?)/

function Value({ field, value }: { field: FormField; value: Typed | number | undefined }) {
  const ending = field.type === 'file' && OWN_FILE.exec(String(value))?.[1]
  if (!ending) return <>{shownValue(field, value)}</>
  return (
    <a className="link" href={String(value)} target="_blank" rel="noopener">
      {field.label + ending}
    </a>
  )
}

interface SummaryProps {
  readonly fields: readonly FormField[]
  readonly sent: Sent
  readonly freshRef: { current: boolean }
}

/** What was sent; takes the focus that the form had. */
function Summary({ fields, sent, freshRef }: SummaryProps) {
  const texts = more()
  const boxRef = useRef<HTMLDivElement>(null)
  const values = sent.submission.values ?? {}
  useEffect(() => {
    if (freshRef.current) boxRef.current?.focus()
    freshRef.current = false
  }, [freshRef])
  return (
    <div className="summary" ref={boxRef} tabIndex={-1}>
      <p className="summary-head">
        <CheckIcon />
        {texts.sent}
      </p>
      <dl>
        {fields
          .filter(({ name }) => Object.hasOwn(values, name))
          .map((field) => (
            <div key={field.name}>
              <dt dir="auto">{field.label}</dt>
              <dd dir="auto">
                <Value field={field} value={values[field.name]} />
              </dd>
            </div>
          ))}
      </dl>
    </div>
  )
}
