// Inputs that keep typed text and report only valid values.
import { NumberInput, TextInput, UnstyledButton, type NumberInputProps, type TextInputProps } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { separators } from '../../../components/content/format-number.ts'
import classes from './prompt.module.css'

interface CheckedProps extends Omit<TextInputProps, 'value' | 'onChange' | 'error'> {
  value: string
  /** The error of a text, if any. */
  check: (text: string) => string | undefined
  onChange: (text: string) => void
}

/** Shows an error and keeps the last valid text until it is corrected. */
export function CheckedInput({ value, check, onChange, onBlur, ...props }: CheckedProps) {
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? value
  const error = typed === undefined ? undefined : check(typed)
  return (
    <TextInput
      {...props}
      value={shown}
      error={error}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        if (!check(text)) onChange(text)
      }}
      onBlur={(event) => {
        if (!error) setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}

interface OptionalNumberProps extends Omit<NumberInputProps, 'value' | 'onChange' | 'error'> {
  value: number | undefined
  onChange: (value: number | undefined) => void
}

/** An optional number; shows an error outside its bounds and keeps the last valid one. */
export function OptionalNumber({ value, onChange, ...props }: OptionalNumberProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<number | string>()
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = props
  const shown = typed ?? value ?? ''
  const fits = shown === '' || (typeof shown === 'number' && shown >= min && shown <= max)
  return (
    <NumberInput
      decimalSeparator={separators().decimalSeparator}
      {...props}
      value={shown}
      error={!fits && t('agents.settings.range', { min, max })}
      clampBehavior="none"
      onChange={(next) => {
        setTyped(next)
        if (next === '') onChange(undefined)
        else if (typeof next === 'number' && next >= min && next <= max) onChange(next)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

interface FoldProps {
  title: string
  /** Shown next to the title while collapsed: a summary of what is set. */
  summary?: ReactNode
  open?: boolean
  children: ReactNode
}

/** A collapsed section; its content mounts when opened. */
export function Fold({ title, summary, open: first = false, children }: FoldProps) {
  const [open, setOpen] = useState(first)
  return (
    <div>
      <UnstyledButton className={classes.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        <IconChevronRight size={16} stroke={1.5} aria-hidden data-open={open || undefined} />
        <span>{title}</span>
        {!open && summary && <span className={classes.foldSummary}>{summary}</span>}
      </UnstyledButton>
      {open && <div className={classes.foldBody}>{children}</div>}
    </div>
  )
}
