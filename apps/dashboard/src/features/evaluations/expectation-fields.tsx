// An expectation: its kind and that kind's fields.
import { ActionIcon, Autocomplete, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Editing } from '../../components/feedback/read-only.tsx'
import classes from './evaluations.module.css'
import { isVariableName, type Kind, KINDS, readArguments, type TypedExpectation } from './form-state.ts'
import type { AgentParts, Named } from './parts.ts'

interface Props {
  n: number
  /** Number of its message. */
  step: number
  expectation: TypedExpectation
  tried: boolean
  parts: AgentParts
  onChange: (expectation: TypedExpectation) => void
  onRemove: () => void
}

export function ExpectationFields({ n, step, expectation, tried, parts, onChange, onRemove }: Props) {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.expectation} aria-label={t('evaluations.form.expectation', { n, step })}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Select
          className={classes.kind}
          aria-label={t('evaluations.form.expectation', { n, step })}
          allowDeselect={false}
          value={expectation.type}
          data={KINDS.map((value) => ({ value, label: t(`evaluations.kinds.${value}`) }))}
          // Values rarely fit another kind; texts do.
          onChange={(value) => value && onChange(changed(expectation, value))}
        />
        <Value {...{ expectation, tried, parts, onChange }} />
        <Editing>
          <ActionIcon size="lg" aria-label={t('evaluations.form.removeExpectation', { n, step })} onClick={onRemove}>
            <IconTrash size={18} stroke={1.5} />
          </ActionIcon>
        </Editing>
      </Group>
    </fieldset>
  )
}

const TEXTS: readonly Kind[] = ['contains', 'notContains', 'judge']
function changed(expectation: TypedExpectation, type: Kind): TypedExpectation {
  const keeps = TEXTS.includes(type) && TEXTS.includes(expectation.type)
  return { ...expectation, type, ...(keeps ? {} : { value: '', name: '', json: '' }) }
}

type ValueProps = Pick<Props, 'expectation' | 'tried' | 'parts' | 'onChange'>

function Value({ expectation, tried, parts, onChange }: ValueProps) {
  const { t } = useTranslation()
  const { type, value } = expectation
  const missing = tried && !value && t('evaluations.form.missing')
  const set = (next: string | null) => onChange({ ...expectation, value: next ?? '' })
  if (type === 'reachesNode')
    return (
      <Select
        className={classes.grow}
        aria-label={t('evaluations.fields.node')}
        placeholder={t('evaluations.fields.node')}
        searchable
        value={value || null}
        error={missing}
        data={nodeOptions(parts.nodes, value)}
        onChange={set}
      />
    )
  if (type === 'callsTool') return <CallFields {...{ expectation, tried, parts, onChange }} />
  if (type === 'variable') return <VariableIs {...{ expectation, tried, parts, onChange }} />
  return (
    <Textarea
      className={classes.grow}
      aria-label={type === 'judge' ? t('evaluations.fields.criterion') : t('evaluations.fields.text')}
      placeholder={type === 'judge' ? t('evaluations.fields.criterion') : t('evaluations.fields.text')}
      autosize
      minRows={1}
      maxRows={6}
      maxLength={1000}
      value={value}
      error={missing}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}

/** Keeps a deleted node visible by its id. */
function nodeOptions(nodes: readonly Named[], value: string) {
  const options = nodes.map(({ id, name }) => ({ value: id, label: name || id }))
  return value && !nodes.some(({ id }) => id === value) ? [...options, { value, label: value }] : options
}

function CallFields({ expectation, tried, parts, onChange }: ValueProps) {
  const { t } = useTranslation()
  const { value, json } = expectation
  return (
    <Stack gap="xs" className={classes.grow}>
      <Autocomplete
        aria-label={t('evaluations.fields.tool')}
        placeholder={t('evaluations.fields.tool')}
        data={[...parts.tools]}
        maxLength={100}
        value={value}
        error={tried && !value && t('evaluations.form.missing')}
        onChange={(next) => onChange({ ...expectation, value: next })}
      />
      <Textarea
        label={t('evaluations.form.arguments')}
        placeholder={'{"city":"Bern"}'}
        autosize
        minRows={1}
        maxRows={8}
        classNames={{ input: classes.json ?? '' }}
        value={json}
        error={tried && !readArguments(json) && t('evaluations.form.argumentsBad')}
        onChange={(event) => onChange({ ...expectation, json: event.currentTarget.value })}
      />
    </Stack>
  )
}

function VariableIs({ expectation, tried, parts, onChange }: ValueProps) {
  const { t } = useTranslation()
  const { value, name } = expectation
  return (
    <Stack gap="xs" className={classes.grow}>
      <Autocomplete
        aria-label={t('evaluations.fields.name')}
        placeholder={t('evaluations.fields.name')}
        data={[...parts.variables]}
        maxLength={100}
        value={name}
        error={tried && !isVariableName(name) && t('evaluations.form.variableBad')}
        onChange={(next) => onChange({ ...expectation, name: next })}
      />
      <TextInput
        aria-label={t('evaluations.fields.value')}
        placeholder={t('evaluations.fields.value')}
        maxLength={1000}
        value={value}
        onChange={(event) => onChange({ ...expectation, value: event.currentTarget.value })}
      />
    </Stack>
  )
}
