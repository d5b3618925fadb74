import { ActionIcon, NativeSelect, TextInput, Tooltip } from '@mantine/core'
import type { Value } from '@parlance/contract/agents/variables'
import { checkValue } from '@parlance/contract/engine/values'
import type { MessageDescriptor } from '@parlance/i18n/messages'
import { IconEraser } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../../i18n/translate-message.ts'
import { MASK } from './graph-position-bar.tsx'
import type { PanelVariable } from './setup.ts'
import classes from './test-panel.module.css'

interface Props {
  readonly variable: PanelVariable
  readonly current: Value | undefined
  /** Undefined keeps the value; null deletes it. */
  readonly chosen: Value | null | undefined
  readonly onChoose: (value: Value | null | undefined) => void
}

const KEYBOARDS = { email: 'email', phone: 'tel', number: 'decimal' } as const
const today = () => new Date().toISOString().slice(0, 10)

export function VariableField({ variable, current, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const { name, type, description, options, isEnv } = variable
  const [text, setText] = useState(chosen === undefined || chosen === null ? '' : String(chosen))
  const [problem, setProblem] = useState<MessageDescriptor>()
  if (isEnv) return <TextInput label={name} value={MASK} description={t('debug.setup.secret')} disabled />
  const enter = (next: string) => {
    setText(next)
    const read = next.trim() === '' ? undefined : checkValue(variable, next, today())
    setProblem(read && 'problem' in read ? read.problem : undefined)
    onChoose(read && 'value' in read ? read.value : undefined)
  }
  const common = { label: name, description, error: problem && translateMessage(problem), className: classes.value }
  const placeholder = current === undefined ? t('debug.place.unknown') : String(current)
  const choices = type === 'boolean' ? BOOLEANS.map((value) => ({ value, label: t(BOOLEAN_TEXT[value]) })) : options
  return (
    <div className={classes.variable}>
      {choices.length > 0 ? (
        <NativeSelect
          {...common}
          value={text}
          onChange={(event) => enter(event.currentTarget.value)}
          data={[{ value: '', label: `${t('debug.setup.keep')} (${placeholder})` }, ...choices]}
        />
      ) : (
        <TextInput
          {...common}
          type={type === 'date' || type === 'time' ? type : 'text'}
          inputMode={type in KEYBOARDS ? KEYBOARDS[type as keyof typeof KEYBOARDS] : 'text'}
          placeholder={chosen === null ? t('debug.setup.forgotten') : placeholder}
          value={text}
          maxLength={5000}
          autoComplete="off"
          onChange={(event) => enter(event.currentTarget.value)}
        />
      )}
      {current !== undefined && (
        <Tooltip label={t('debug.setup.forget', { name })}>
          <ActionIcon
            aria-label={t('debug.setup.forget', { name })}
            aria-pressed={chosen === null}
            onClick={() => {
              setText('')
              setProblem(undefined)
              onChoose(chosen === null ? undefined : null)
            }}
          >
            <IconEraser size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  )
}
const BOOLEANS = ['true', 'false'] as const
const BOOLEAN_TEXT = { true: 'debug.setup.yes', false: 'debug.setup.no' } as const
