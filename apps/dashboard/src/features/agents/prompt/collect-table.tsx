// Variables of a collect node with their validation.
import { ActionIcon, Button, Checkbox, Group, Select, TagsInput, Text, TextInput } from '@mantine/core'
import { GRAPH_LIMITS, isVariableName } from '@parlance/engine/graph/graph-edit'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { labelled } from '../../../components/content/locale.ts'
import { CheckedInput, OptionalNumber } from './fields.tsx'
import classes from './prompt.module.css'
import { Editing } from '../../../components/feedback/read-only.tsx'

type Collected = AgentNode['variables'][number]
const TYPES = ['text', 'email', 'phone', 'number', 'date', 'time', 'boolean'] as const

interface Props {
  /** The step's name, which makes labels unique across steps. */
  name: string
  variables: readonly Collected[]
  onChange: (variables: Collected[]) => void
}

export function CollectTable({ name, variables, onChange }: Props) {
  const { t } = useTranslation()
  const names = variables.map(({ name }) => name)
  const [removals, setRemovals] = useState(0)
  const adder = useRef<HTMLButtonElement>(null)
  const fresh = (): string => {
    let at = variables.length + 1
    while (names.includes(`value_${at}`)) at += 1
    return `value_${at}`
  }
  const add = () =>
    onChange([...variables, { name: fresh(), type: 'text', description: '', required: true, options: [] }])
  const remove = (at: number) => {
    // The button is disabled until a full list has become shorter.
    flushSync(() => {
      onChange(variables.toSpliced(at, 1))
      setRemovals(removals + 1)
    })
    adder.current?.focus()
  }
  return (
    <section aria-label={labelled(name, t('studio.collect.title'))}>
      <Text size="sm" fw={500}>
        {t('studio.collect.title')}
      </Text>
      <Text size="sm" c="dimmed" mb={8}>
        {t('studio.collect.text')}
      </Text>
      <ul className={classes.rows}>
        {variables.map((variable, at) => (
          // The name is edited, so the index is the key; a removal shifts indexes.
          <li key={`${removals}:${at}`}>
            <Row
              variable={variable}
              taken={names.filter((_, other) => other !== at)}
              onChange={(next) => onChange(variables.with(at, next))}
              onRemove={() => remove(at)}
            />
          </li>
        ))}
      </ul>
      <Editing>
        <Button
          ref={adder}
          mt={8}
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} stroke={1.5} />}
          disabled={variables.length >= GRAPH_LIMITS.variables}
          onClick={add}
        >
          {t('studio.collect.add')}
        </Button>
      </Editing>
    </section>
  )
}

interface RowProps {
  variable: Collected
  taken: readonly string[]
  onChange: (variable: Collected) => void
  onRemove: () => void
}

function Row({ variable, taken, onChange, onRemove }: RowProps) {
  const { t } = useTranslation()
  const check = (name: string) => {
    if (!isVariableName(name)) return t('studio.collect.badName')
    return taken.includes(name) ? t('studio.collect.sameName') : undefined
  }
  const set = (change: Partial<Collected>) => onChange({ ...variable, ...change })
  return (
    <div className={classes.row}>
      <Group gap={8} wrap="nowrap" align="flex-end">
        <CheckedInput
          flex={1}
          size="xs"
          label={t('studio.collect.name')}
          maxLength={100}
          value={variable.name}
          check={check}
          onChange={(name) => set({ name })}
        />
        <Select
          flex={1}
          size="xs"
          label={t('studio.collect.type')}
          allowDeselect={false}
          data={TYPES.map((type) => ({ value: type, label: t(`studio.types.${type}`) }))}
          value={variable.type}
          onChange={(type) => type && set({ type: type as Collected['type'] })}
        />
        <Editing>
          <ActionIcon size={30} aria-label={t('studio.collect.remove', { name: variable.name })} onClick={onRemove}>
            <IconTrash size={16} stroke={1.5} />
          </ActionIcon>
        </Editing>
      </Group>
      <TextInput
        size="xs"
        label={t('studio.collect.description')}
        placeholder={t('studio.collect.descriptionHint')}
        maxLength={1000}
        value={variable.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <Limits variable={variable} set={set} />
      <Checkbox
        size="xs"
        label={t('studio.collect.required')}
        checked={variable.required}
        onChange={(event) => set({ required: event.currentTarget.checked })}
      />
    </div>
  )
}

function Limits({ variable, set }: { variable: Collected; set: (change: Partial<Collected>) => void }) {
  const { t } = useTranslation()
  const { type } = variable
  const limited = type === 'text' || type === 'number' || type === 'date'
  return (
    <>
      {type === 'text' && (
        <TagsInput
          size="xs"
          label={t('studio.collect.options')}
          placeholder={variable.options.length === 0 ? t('studio.collect.optionsHint') : ''}
          maxTags={100}
          value={[...variable.options]}
          onChange={(options) => set({ options: options.map((option) => option.slice(0, 200)) })}
        />
      )}
      {limited && (
        <Group gap={8} grow>
          {(['min', 'max'] as const).map((end) => (
            <OptionalNumber
              key={end}
              size="xs"
              label={t(`studio.collect.${end}.${type}`)}
              value={variable[end]}
              onChange={(value) => set({ [end]: value })}
            />
          ))}
        </Group>
      )}
    </>
  )
}
