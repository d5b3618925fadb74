// Fields and submission of the small forms around a conversation.
import { isEmail } from '@parlance/contract/lib/mailbox'
import { useCallback, useEffect, useId, useRef, useState, type SyntheticEvent } from 'react'
import { onDemandTexts } from '../../../on-demand-texts.ts'
import { faultOf } from './calls.ts'

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  /** Validation error; empty when valid. */
  readonly fault?: string
  readonly type?: 'email'
  readonly lines?: number
  readonly form?: string
  readonly focused?: boolean
  readonly maxLength: number
}

export function Field({ label, value, onValue, fault = '', type, lines, form, focused, maxLength }: FieldProps) {
  const id = useId()
  const fieldRef = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focused) fieldRef.current?.focus()
  }, [focused])
  const shared = {
    id,
    form,
    // Next to a button there is no room for a label above.
    placeholder: form && label,
    value,
    maxLength,
    dir: 'auto',
    'aria-invalid': fault !== '',
    'aria-describedby': fault === '' ? undefined : `${id}-fault`,
  } as const
  return (
    <div className="lc-field">
      <label htmlFor={id}>{label}</label>
      {lines ? (
        <textarea {...shared} rows={lines} onChange={(event) => onValue(event.currentTarget.value)} />
      ) : (
        <input
          {...shared}
          ref={fieldRef}
          type={type}
          autoComplete={type}
          onChange={(event) => onValue(event.currentTarget.value)}
        />
      )}
      {fault !== '' && (
        <p className="lc-fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  )
}

/** Runs one task at a time and keeps its error message; `reason` must be a stable function. */
export function useDoing(reason: (error: unknown) => string = faultOf) {
  const [doing, setDoing] = useState(false)
  const [fault, setFault] = useState('')
  const busyRef = useRef(false)
  /** Returns whether the task succeeded. */
  const run = useCallback(
    async (work: () => Promise<unknown>): Promise<boolean> => {
      if (busyRef.current) return false
      busyRef.current = true
      setDoing(true)
      setFault('')
      try {
        await work()
        return true
      } catch (error) {
        setFault(reason(error))
        return false
      } finally {
        busyRef.current = false
        setDoing(false)
      }
    },
    [reason],
  )
  return { doing, fault, run }
}

export const Fault = ({ text }: { text: string }) => (
  <p className="lc-fault" role="alert">
    {text}
  </p>
)

export function useEmail(of: Pick<FieldProps, 'form' | 'focused'> = {}) {
  const [email, setEmail] = useState('')
  const [wrong, setWrong] = useState(false)
  return {
    email: email.trim(),
    check: () => {
      setWrong(!isEmail(email))
      return isEmail(email)
    },
    field: (
      <Field
        {...of}
        label={onDemandTexts().emailLabel}
        type="email"
        maxLength={254}
        value={email}
        onValue={(value) => {
          setEmail(value)
          setWrong(false)
        }}
        fault={wrong ? onDemandTexts().emailWrong : ''}
      />
    ),
  }
}

/** Wraps an `onSubmit` handler and prevents the page from navigating. */
export const submits = (work: () => void) => (event: SyntheticEvent) => {
  event.preventDefault()
  work()
}
