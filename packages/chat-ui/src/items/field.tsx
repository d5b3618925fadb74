// A form field with label, error and the control of its type.
import { ACCEPTED_FILES, MAX_VISITOR_FILE_BYTES } from '@parlance/contract/files/limits'
import type { FormField } from '@parlance/contract/items/schemas'
import type { FieldFault } from '@parlance/contract/items/submissions'
import { useId, useState } from 'react'
import type { ItemActions, ItemTexts } from './item-props.ts'

/** A control's value; the server parses text by the field's type. */
export type Typed = string | boolean

export interface FieldProps {
  readonly field: FormField
  readonly value: Typed | undefined
  readonly fault: FieldFault | undefined
  readonly upload: ItemActions['upload']
  readonly texts: ItemTexts
  readonly onType: (value: Typed) => void
  readonly onLeave: () => void
}

/** Shared by all controls: accessible name, required state and error. */
interface Common {
  readonly id: string
  readonly required: boolean
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
  readonly onBlur: () => void
}
type ControlProps = FieldProps & { readonly common: Common }

const Mark = ({ required }: { required: boolean }) =>
  required ? (
    <span className="mark" aria-hidden="true">
      {' '}
      *
    </span>
  ) : null

export function Field(props: FieldProps) {
  const { field, fault, onLeave, texts } = props
  const id = useId()
  const common: Common = {
    id,
    required: field.required,
    'aria-invalid': fault !== undefined,
    'aria-describedby': fault ? `${id}-fault` : undefined,
    onBlur: onLeave,
  }
  const wrong = fault && (
    <p className="fault" id={`${id}-fault`}>
      {texts.fault(fault)}
    </p>
  )
  if (field.type === 'radio')
    return (
      <fieldset
        className="form-field"
        role="radiogroup"
        aria-required={field.required}
        aria-invalid={fault !== undefined}
        aria-describedby={common['aria-describedby']}
      >
        <legend dir="auto">
          {field.label}
          <Mark required={field.required} />
        </legend>
        <Radios {...props} id={id} />
        {wrong}
      </fieldset>
    )
  const label = (
    <label htmlFor={id} dir="auto">
      {field.label}
      <Mark required={field.required} />
    </label>
  )
  return (
    <div className="form-field">
      {field.type === 'checkbox' ? (
        <div className="tick">
          <Control {...props} common={common} />
          {label}
        </div>
      ) : (
        <>
          {label}
          <Control {...props} common={common} />
        </>
      )}
      {wrong}
    </div>
  )
}

function Radios({ field, value, onType, onLeave, id }: FieldProps & { id: string }) {
  return (
    <>
      {field.options?.map((option, index) => (
        <div className="tick" key={index}>
          <input
            type="radio"
            id={`${id}-${index}`}
            name={id}
            checked={value === option}
            onChange={() => onType(option)}
            onBlur={onLeave}
          />
          <label htmlFor={`${id}-${index}`} dir="auto">
            {option}
          </label>
        </div>
      ))}
    </>
  )
}

const COMPLETE: Readonly<Record<string, string>> = { email: 'email', tel: 'tel', url: 'url', password: 'off' }

function Control(props: ControlProps) {
  const { field, value, onType, common, texts } = props
  const { type, placeholder } = field
  const text = typeof value === 'string' ? value : ''
  const onInput = (event: { readonly currentTarget: { readonly value: string } }) => onType(event.currentTarget.value)
  switch (type) {
    case 'textarea':
      return <textarea {...common} rows={3} value={text} placeholder={placeholder} dir="auto" onChange={onInput} />
    case 'select':
      return (
        <select {...common} value={text} onChange={onInput}>
          <option value="">{placeholder || texts.choose}</option>
          {field.options?.map((option, index) => (
            <option key={index}>{option}</option>
          ))}
        </select>
      )
    case 'checkbox':
      return (
        <input
          {...common}
          type="checkbox"
          checked={value === true}
          onChange={(event) => onType(event.currentTarget.checked)}
        />
      )
    case 'file':
      return <Upload {...props} />
    default:
      return (
        <input
          {...common}
          // Browsers hide invalid input of number fields; this field reports it.
          {...({ type: type === 'number' ? 'text' : type } as { type: 'text' })}
          inputMode={type === 'number' ? 'decimal' : undefined}
          autoComplete={COMPLETE[type] as 'off' | undefined}
          value={text}
          placeholder={placeholder}
          dir={type === 'text' ? 'auto' : undefined}
          onChange={onInput}
        />
      )
  }
}

type Progress =
  | { readonly kind: 'none' | 'failed' | 'tooLarge' }
  | { readonly kind: 'busy'; readonly part: number }
  | { readonly kind: 'done'; readonly name: string }

/** Uploads the chosen file; the form sends its address. */
function Upload({ value, upload, onType, common, texts }: ControlProps) {
  const [progress, setProgress] = useState<Progress>({ kind: 'none' })
  const start = async (event: { readonly currentTarget: HTMLInputElement }) => {
    const file = event.currentTarget.files?.[0]
    if (!file || !upload) return
    if (file.size > MAX_VISITOR_FILE_BYTES) return setProgress({ kind: 'tooLarge' })
    setProgress({ kind: 'busy', part: 0 })
    try {
      onType(await upload(file, (part) => setProgress({ kind: 'busy', part })))
      setProgress({ kind: 'done', name: file.name })
    } catch {
      setProgress({ kind: 'failed' })
    }
  }
  if (progress.kind === 'done' && value)
    return (
      <p className="uploaded">
        <span dir="auto">{progress.name}</span>
        <button
          type="button"
          className="link"
          id={common.id}
          onClick={() => {
            onType('')
            setProgress({ kind: 'none' })
          }}
        >
          {texts.remove}
        </button>
      </p>
    )
  return (
    <>
      <input
        {...common}
        type="file"
        accept={ACCEPTED_FILES}
        disabled={!upload || progress.kind === 'busy'}
        onChange={(event) => void start(event)}
      />
      {!upload && texts.noUpload && <p className="form-more">{texts.noUpload}</p>}
      {progress.kind === 'busy' && (
        <p className="form-more uploading">
          {texts.uploading}
          <progress value={progress.part} aria-label={texts.uploading} />
        </p>
      )}
      {progress.kind === 'failed' && <p className="fault">{texts.uploadFailed}</p>}
      {progress.kind === 'tooLarge' && <p className="fault">{texts.uploadTooLarge}</p>}
    </>
  )
}
