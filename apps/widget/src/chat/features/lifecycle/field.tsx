// Fields of the small forms around a conversation, and the sending of one.
import { isEmail } from '@parlance/contract/lib/mailbox'
import { useCallback, useId, useRef, useState, type SyntheticEvent } from 'react'
import { more } from '../../../more-texts.ts'
import { faultOf } from './calls.ts'

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  /** What is wrong with the value; empty when nothing is. */
  readonly fault?: string
  readonly type?: 'email'
  readonly lines?: number
  readonly maxLength: number
}

export function Field({ label, value, onValue, fault = '', type, lines, maxLength }: FieldProps) {
  const id = useId()
  const shared = {
    id,
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
        <input {...shared} type={type} autoComplete={type} onChange={(event) => onValue(event.currentTarget.value)} />
      )}
      {fault !== '' && (
        <p className="lc-fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  )
}

/** Runs one thing at a time and keeps the sentence for what went wrong; `reason` is the same function every time. */
export function useDoing(reason: (error: unknown) => string = faultOf) {
  const [doing, setDoing] = useState(false)
  const [fault, setFault] = useState('')
  const busyRef = useRef(false)
  /** Answers whether it was done. */
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

/** An address to be entered: the value, what is wrong with it, and the check before it is sent. */
export function useEmail() {
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
        label={more().emailLabel}
        type="email"
        maxLength={254}
        value={email}
        onValue={(value) => {
          setEmail(value)
          setWrong(false)
        }}
        fault={wrong ? more().emailWrong : ''}
      />
    ),
  }
}

/** For `onSubmit`: the page stays where it is. */
export const submits = (work: () => void) => (event: SyntheticEvent) => {
  event.preventDefault()
  work()
}
