// A form or a single field: validated while typing, sent once, and shown as sent afterwards.
import type { FormField } from '@parlance/contract/items/schemas'
import { fieldsOf, readField, shownValue, valuesText, type FieldFault } from '@parlance/contract/items/submissions'
import { useEffect, useId, useRef, useState, type AriaAttributes, type ReactNode, type SyntheticEvent } from 'react'
import { CheckIcon } from '../item-icons.tsx'
import { LINK_REL } from '../links.ts'
import { Field, type Typed } from './field.tsx'
import { isUsed, type ItemActions, type ItemProps, type ItemTexts, type Sent } from './item-props.ts'
import './form.css'

export interface FormProps extends ItemProps<'form' | 'input'> {
  readonly texts: ItemTexts
}

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

function useForm(item: FormProps['item'], actions: ItemActions) {
  const fields = fieldsOf(item)
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({})
  /** Fields left once, whose errors are shown from then on. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const formRef = useRef<HTMLFormElement>(null)
  /** Just sent from here, so the focus was in the removed form. */
  const freshRef = useRef(false)
  /** Running uploads block sending. */
  const [uploads, setUploads] = useState(0)
  const ready = actions.ready && uploads === 0
  const store = actions.upload
  const upload: typeof store =
    store &&
    ((file, onProgress) => {
      setUploads((before) => before + 1)
      return store(file, onProgress).finally(() => setUploads((before) => before - 1))
    })
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
      // Empty fields are reported only on submit.
      if (typed[name]) setLeft((old) => new Set([...old, name]))
    },
    faultOf: (name: string) => (left.has(name) ? faults.get(name) : undefined),
  }
}

export function Form({ item, sent, actions, texts }: FormProps) {
  const id = useId()
  const title = item.type === 'form' ? item.title : undefined
  const description = item.type === 'form' ? item.description : undefined
  const name = title ? { 'aria-labelledby': `${id}-title` } : { 'aria-label': fieldsOf(item)[0]?.label ?? '' }
  const head = (
    <>
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
    </>
  )
  if (actions)
    return (
      <UsableForm item={item} sent={sent} actions={actions} texts={texts} name={name}>
        {head}
      </UsableForm>
    )
  return (
    <section className="form" {...name}>
      {head}
      <ReadForm item={item} sent={sent} texts={texts} />
    </section>
  )
}

interface UsableFormProps extends FormProps {
  readonly actions: ItemActions
  readonly name: Pick<AriaAttributes, 'aria-label' | 'aria-labelledby'>
  readonly children: ReactNode
}

function UsableForm({ item, sent, actions, texts, name, children }: UsableFormProps) {
  const { formRef, freshRef, ...form } = useForm(item, actions)
  return (
    <form className="form" noValidate ref={formRef} onSubmit={form.submit} {...name}>
      {children}
      {isUsed(sent) ? (
        <Summary fields={form.fields} sent={sent} texts={texts} freshRef={freshRef} />
      ) : (
        <>
          {form.fields.map((field) => (
            <Field
              key={field.name}
              field={field}
              value={form.typed[field.name]}
              fault={form.faultOf(field.name)}
              upload={form.upload}
              texts={texts}
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

interface ValueProps {
  readonly field: FormField
  readonly value: Typed | number | undefined
  /** Downloads a file instead of opening it. */
  readonly isSaved?: boolean
}

function Value({ field, value, isSaved }: ValueProps) {
  const ending = field.type === 'file' && OWN_FILE.exec(String(value))?.[1]
  if (!ending) return <>{shownValue(field, value)}</>
  return (
    <a
      className="link"
      href={String(value)}
      target="_blank"
      rel={LINK_REL}
      download={isSaved ? field.label + ending : undefined}
    >
      {field.label + ending}
    </a>
  )
}

interface SummaryProps {
  readonly fields: readonly FormField[]
  readonly sent: Sent
  readonly texts: ItemTexts
  readonly freshRef: { current: boolean }
}

/** The sent values; takes the form's focus. */
function Summary({ fields, sent, texts, freshRef }: SummaryProps) {
  const boxRef = useRef<HTMLDivElement>(null)
  const { values = {} } = sent
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

function ReadForm({ item, sent, texts }: Omit<FormProps, 'actions'>) {
  const used = isUsed(sent)
  const { values = {} } = sent ?? {}
  const valueOf = ({ name, options }: FormField) =>
    Object.hasOwn(values, name) ? values[name] : used ? '' : options?.join(' · ')
  return (
    <div className="summary">
      <p className={used ? 'summary-head' : 'summary-head unsent'}>
        {used && <CheckIcon />}
        {used ? texts.sent : texts.notSent}
      </p>
      <dl>
        {fieldsOf(item).map((field) => (
          <div key={field.name}>
            <dt dir="auto">
              {field.label}
              {field.required && ' *'}
            </dt>
            <dd dir="auto">
              {valueOf(field) === '' || valueOf(field) === undefined ? (
                '—'
              ) : (
                <Value field={field} value={valueOf(field)} isSaved />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
