// A tool's fields: filled in by the model, constants, and secrets.
import {
  ActionIcon,
  Button,
  Checkbox,
  SegmentedControl,
  Select,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { ToolField } from '@parlance/contract/tools/schemas'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Editing, useReadOnly } from '../feedback/read-only.tsx'
import type { ToolCalls } from './calls.ts'
import { SecretField } from './secret-field.tsx'
import { Block, type Part } from './block.tsx'
import classes from './tool-editor.module.css'
import { blankField, PLACES, TOOL_LIMITS, TYPES, type Issue } from './tool-form.ts'
import { translateMessage } from '../../i18n/translate-message.ts'

export function Fields({ tool, set, issues, strict, calls }: Part & { calls: ToolCalls }) {
  const { t } = useTranslation()
  const say = useIssueText()
  const { fields } = tool
  const [removals, setRemovals] = useState(0)
  const add = useRef<HTMLButtonElement>(null)
  const remove = (at: number) => {
    // The button is disabled until a full list has become shorter.
    flushSync(() => {
      set({ fields: fields.toSpliced(at, 1) })
      setRemovals(removals + 1)
    })
    add.current?.focus()
  }
  return (
    <Block title={t('tools.fields.title')} text={t('tools.fields.text')}>
      {fields.length > 0 && (
        <ul className={classes.rows}>
          {fields.map((field, at) => {
            const error = strict || field.key !== '' ? say(issues.fields[at]) : undefined
            return (
              // The key is edited, so the index is the key; a removal shifts indexes.
              <li key={`${removals}:${at}`}>
                <FieldRow
                  field={field}
                  at={at}
                  error={error}
                  calls={calls}
                  set={(change) => set({ fields: fields.with(at, { ...field, ...change }) })}
                  onRemove={() => remove(at)}
                />
              </li>
            )
          })}
        </ul>
      )}
      <Editing>
        <div>
          <Button
            ref={add}
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} stroke={1.5} />}
            disabled={fields.length >= TOOL_LIMITS.fields}
            onClick={() => set({ fields: [...fields, blankField(tool.method)] })}
          >
            {t('tools.fields.add')}
          </Button>
        </div>
      </Editing>
    </Block>
  )
}

interface RowProps {
  field: ToolField
  at: number
  error: string | undefined
  calls: ToolCalls
  set: (change: Partial<ToolField>) => void
  onRemove: () => void
}

const SOURCES = ['model', 'fixed', 'secret'] as const
type Source = (typeof SOURCES)[number]

function FieldRow({ field, at, error, calls, set, onRemove }: RowProps) {
  const { t } = useTranslation()
  const name = field.key || t('tools.fields.nth', { number: at + 1 })
  const [source, setSource] = useState<Source>(field.isEnv ? 'secret' : field.value === '' ? 'model' : 'fixed')
  const choose = (next: string) => {
    setSource(next as Source)
    set({ isEnv: next === 'secret', value: '', ...(next === 'model' ? {} : { options: [] }) })
  }
  return (
    <fieldset className={classes.row} aria-label={t('tools.fields.field', { name })}>
      <div className={classes.fieldHead}>
        <TextInput
          size="xs"
          label={t('tools.fields.key')}
          maxLength={200}
          value={field.key}
          onChange={(event) => set({ key: event.currentTarget.value.trim() })}
        />
        <Select
          size="xs"
          label={t('tools.fields.in')}
          allowDeselect={false}
          data={PLACES.map((value) => ({ value, label: t(`tools.places.${value}`) }))}
          value={field.in}
          onChange={(place) => place && set({ in: place as ToolField['in'] })}
        />
        <Select
          size="xs"
          label={t('tools.fields.type')}
          allowDeselect={false}
          data={TYPES.map((value) => ({ value, label: t(`tools.types.${value}`) }))}
          value={field.type}
          onChange={(type) => type && set({ type: type as ToolField['type'] })}
        />
        <Editing>
          <ActionIcon size={30} aria-label={t('tools.fields.remove', { name })} onClick={onRemove}>
            <IconTrash size={16} stroke={1.5} />
          </ActionIcon>
        </Editing>
      </div>
      <SegmentedControl
        size="xs"
        aria-label={t('tools.fields.source', { name })}
        data={SOURCES.map((value) => ({ value, label: t(`tools.sources.${value}`) }))}
        value={source}
        onChange={choose}
      />
      {source === 'model' && <AskedParts field={field} set={set} />}
      {source === 'fixed' && <FixedPart field={field} set={set} />}
      {source === 'secret' && <SecretField value={field.value} calls={calls} onChange={(value) => set({ value })} />}
      {error && (
        <Text size="xs" c="red" role="alert">
          {error}
        </Text>
      )}
    </fieldset>
  )
}

type PartProps = Pick<RowProps, 'field' | 'set'>

function AskedParts({ field, set }: PartProps) {
  const { t } = useTranslation()
  const readOnly = useReadOnly()
  const listed = field.type !== 'object' && field.type !== 'boolean'
  return (
    <>
      <TextInput
        size="xs"
        label={t('tools.fields.description')}
        placeholder={t('tools.fields.descriptionHint')}
        maxLength={1000}
        value={field.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      {listed && (
        <TagsInput
          size="xs"
          label={t('tools.fields.options')}
          placeholder={field.options.length === 0 ? t('tools.fields.optionsHint') : ''}
          maxTags={100}
          value={[...field.options]}
          onChange={(options) => set({ options: options.map((option) => option.slice(0, 200)) })}
        />
      )}
      <Checkbox
        size="xs"
        label={field.in === 'path' ? t('tools.fields.pathRequired') : t('tools.fields.required')}
        checked={field.required || field.in === 'path'}
        disabled={field.in === 'path' || readOnly}
        onChange={(event) => set({ required: event.currentTarget.checked })}
      />
    </>
  )
}

function FixedPart({ field, set }: PartProps) {
  const { t } = useTranslation()
  const json = field.type === 'object' || field.type === 'array'
  return (
    <Textarea
      size="xs"
      label={t('tools.fields.value')}
      description={json ? t('tools.fields.jsonText') : t('tools.fields.valueText')}
      autosize
      minRows={json ? 3 : 1}
      maxRows={8}
      maxLength={5000}
      value={field.value}
      onChange={(event) => set({ value: event.currentTarget.value })}
    />
  )
}

/** An issue as a sentence. */
export function useIssueText(): (issue: Issue | undefined) => string | undefined {
  const { t } = useTranslation()
  return (issue) => issue && ('message' in issue ? translateMessage(issue.message) : t(`tools.problems.${issue.key}`))
}
