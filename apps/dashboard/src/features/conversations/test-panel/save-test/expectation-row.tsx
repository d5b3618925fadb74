// An expectation with its checkbox and values.
import { ActionIcon, Checkbox, NativeSelect, Textarea, TextInput, Tooltip } from '@mantine/core'
import { stepLabels } from '@parlance/engine/graph/step-names'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { stepsOf, variablesOf, type PanelConfig } from '../setup.ts'
import { faultOf, type Draft } from './propose.ts'
import classes from './save-test.module.css'

interface Props {
  readonly draft: Draft
  readonly config: PanelConfig
  readonly onChange: (draft: Draft) => void
  readonly onRemove: () => void
}

export function ExpectationRow({ draft, config, onChange, onRemove }: Props) {
  const { t } = useTranslation()
  const { kind, ticked } = draft
  const name = t(`debug.save.type.${kind}`)
  return (
    <li className={classes.row} data-off={!ticked || undefined}>
      <Checkbox
        aria-label={`${t('debug.save.check')}: ${name}`}
        checked={ticked}
        onChange={(event) => onChange({ ...draft, ticked: event.currentTarget.checked })}
        className={classes.tick}
      />
      <div className={classes.fields}>
        <Fields draft={draft} config={config} label={name} onChange={(next) => onChange({ ...next, ticked: true })} />
      </div>
      <Tooltip label={t('debug.save.remove')}>
        <ActionIcon size={28} aria-label={`${t('debug.save.remove')}: ${name}`} onClick={onRemove}>
          <IconX size={16} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    </li>
  )
}

interface Typing {
  readonly currentTarget: { readonly value: string }
}

interface FieldsProps extends Pick<Props, 'draft' | 'config' | 'onChange'> {
  readonly label: string
}

function Fields({ draft, config, label, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const { kind, main, more } = draft
  const fault = faultOf(draft)
  const missing = fault === 'missing' && t('debug.save.missing')
  const changeMore = (event: Typing) => onChange({ ...draft, more: event.currentTarget.value })
  const typed = {
    label,
    value: main,
    error: missing,
    onChange: (event: Typing) => onChange({ ...draft, main: event.currentTarget.value }),
  }
  switch (kind) {
    case 'contains':
    case 'notContains':
      return <TextInput {...typed} maxLength={1000} />
    case 'judge':
      return (
        <Textarea
          {...typed}
          description={t('debug.save.criterionHint')}
          autosize
          minRows={1}
          maxRows={5}
          maxLength={1000}
        />
      )
    case 'reachesNode': {
      const labels = stepLabels(stepsOf(config), ({ name, type }) => name || t(`agents.prompt.type.${type}`))
      const steps = [...labels].map(([value, label]) => ({ value, label }))
      return <Choice {...typed} options={steps} />
    }
    case 'variable':
      return (
        <div className={classes.two}>
          <Choice {...typed} options={variablesOf(config).map(({ name }) => ({ value: name, label: name }))} />
          <TextInput label={t('debug.save.value')} value={more} maxLength={1000} onChange={changeMore} />
        </div>
      )
    case 'callsTool':
      return (
        <>
          <TextInput {...typed} maxLength={100} />
          <Textarea
            label={t('debug.save.arguments')}
            value={more}
            error={fault === 'notJson' && t('debug.save.notJson')}
            autosize
            minRows={1}
            maxRows={6}
            classNames={{ input: classes.code ?? '' }}
            onChange={changeMore}
          />
        </>
      )
  }
}

interface ChoiceProps {
  label: string
  value: string
  error: string | false
  options: readonly { readonly value: string; readonly label: string }[]
  onChange: (event: Typing) => void
}

function Choice({ options, ...field }: ChoiceProps) {
  const { t } = useTranslation()
  const known = field.value === '' || options.some(({ value }) => value === field.value)
  return (
    <NativeSelect
      {...field}
      data={[
        { value: '', label: t('items.choose') },
        ...options,
        ...(known ? [] : [{ value: field.value, label: field.value }]),
      ]}
    />
  )
}
