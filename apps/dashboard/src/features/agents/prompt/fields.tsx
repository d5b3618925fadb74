// Small inputs that keep what is typed and hand on only what may be saved.
import { NumberInput, TextInput, UnstyledButton, type NumberInputProps, type TextInputProps } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { separators } from '../../../components/content/format-number.ts'
import classes from './prompt.module.css'

interface CheckedProps extends Omit<TextInputProps, 'value' | 'onChange' | 'error'> {
  value: string
  /** What is wrong with a text; undefined when it may be saved. */
  check: (text: string) => string | undefined
  onChange: (text: string) => void
}

/** What is wrong is said and not handed on; the last good text counts until it is put right. */
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

/** A number that may be left out; out of its bounds it says so and keeps the last good one. */
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
  /** Beside the title while it is closed: what is set inside. */
  summary?: ReactNode
  open?: boolean
  children: ReactNode
}

/** A part that is closed at first; what is inside exists only while it is open. */
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
