// Maps response values to variables; a test call's response is a tree to pick from.
import { ActionIcon, Button, Group, Text, TextInput, UnstyledButton } from '@mantine/core'
import type { ResponseMapping } from '@parlance/contract/tools/schemas'
import { IconFocus2, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Editing } from '../feedback/read-only.tsx'
import { useIssueText } from './fields.tsx'
import { Block, type Part } from './block.tsx'
import classes from './tool-editor.module.css'
import { answerJson, branchesOf, previewOf, TOOL_LIMITS, variableFor } from './tool-form.ts'

/** `response` of the last successful test call. */
export function Answer({ tool, set, issues, strict, response }: Part & { response: string | undefined }) {
  const { t } = useTranslation()
  const say = useIssueText()
  const [picking, pick] = useState<number>()
  const rows = tool.responseMapping
  const json = response === undefined ? undefined : answerJson(response)
  const put = (responseMapping: ResponseMapping[]) => set({ responseMapping })
  const full = rows.length >= TOOL_LIMITS.mapping
  const take = (path: string) => {
    const row = picking === undefined ? undefined : rows[picking]
    const names = rows.map(({ variable }) => variable)
    if (row && picking !== undefined) {
      put(rows.with(picking, { variable: row.variable || variableFor(path, names), path }))
    } else if (!full) put([...rows, { variable: variableFor(path, names), path }])
    pick(undefined)
  }
  return (
    <Block title={t('tools.answer.title')} text={t('tools.answer.text')}>
      {rows.length > 0 && (
        <ul className={classes.rows}>
          {rows.map((row, at) => (
            // The variable is edited, so the index is the key.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at}>
              <MappingRow
                row={row}
                at={at}
                json={json}
                error={strict || row.variable !== '' ? say(issues.mapping[at]) : undefined}
                picking={picking === at}
                onPick={() => pick(picking === at ? undefined : at)}
                set={(change) => put(rows.with(at, { ...row, ...change }))}
                onRemove={() => {
                  pick(undefined)
                  put(rows.toSpliced(at, 1))
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <Editing>
        <AddButton disabled={full} onAdd={() => put([...rows, { variable: '', path: '' }])} />
        <Picker
          json={json}
          tested={response !== undefined}
          target={picking === undefined ? undefined : rows[picking]}
          onTake={take}
        />
      </Editing>
    </Block>
  )
}

function AddButton({ disabled, onAdd }: { disabled: boolean; onAdd: () => void }) {
  const { t } = useTranslation()
  return (
    <div>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} stroke={1.5} />}
        disabled={disabled}
        onClick={onAdd}
      >
        {t('tools.answer.add')}
      </Button>
    </div>
  )
}

interface RowProps {
  row: ResponseMapping
  at: number
  json: unknown
  error: string | undefined
  picking: boolean
  onPick: () => void
  set: (change: Partial<ResponseMapping>) => void
  onRemove: () => void
}

function MappingRow({ row, at, json, error, picking, onPick, set, onRemove }: RowProps) {
  const { t } = useTranslation()
  const name = row.variable || t('tools.answer.nth', { number: at + 1 })
  const preview = previewOf(json, row.path)
  return (
    <fieldset className={classes.row} aria-label={t('tools.answer.row', { name })}>
      <div className={classes.mapping}>
        <TextInput
          size="xs"
          label={t('tools.answer.variable')}
          maxLength={100}
          value={row.variable}
          error={error}
          onChange={(event) => set({ variable: event.currentTarget.value.trim() })}
        />
        <TextInput
          size="xs"
          label={t('tools.answer.path')}
          placeholder={t('tools.answer.whole')}
          maxLength={500}
          value={row.path}
          onChange={(event) => set({ path: event.currentTarget.value.trim() })}
        />
        <Editing>
          <Group gap={4} wrap="nowrap" className={classes.mappingButtons}>
            {json !== undefined && (
              <ActionIcon
                size={30}
                variant={picking ? 'light' : 'subtle'}
                color={picking ? 'iris' : 'gray'}
                aria-pressed={picking}
                aria-label={t('tools.answer.pick', { name })}
                onClick={onPick}
              >
                <IconFocus2 size={16} stroke={1.5} />
              </ActionIcon>
            )}
            <ActionIcon size={30} aria-label={t('tools.answer.remove', { name })} onClick={onRemove}>
              <IconTrash size={16} stroke={1.5} />
            </ActionIcon>
          </Group>
        </Editing>
      </div>
      {json !== undefined && (
        <Text size="xs" c="dimmed" className="truncate" title={preview}>
          {preview === undefined ? t('tools.answer.nothing') : t('tools.answer.now', { value: preview.slice(0, 200) })}
        </Text>
      )}
    </fieldset>
  )
}

interface PickerProps {
  json: unknown
  tested: boolean
  target: ResponseMapping | undefined
  onTake: (path: string) => void
}

function Picker({ json, tested, target, onTake }: PickerProps) {
  const { t } = useTranslation()
  if (json === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {tested ? t('tools.answer.noJson') : t('tools.answer.testFirst')}
      </Text>
    )
  }
  const told = target ? t('tools.answer.clickFor', { name: target.variable || '…' }) : t('tools.answer.click')
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4} aria-live="polite">
        {told}
      </Text>
      {/* A long answer scrolls, so the keyboard must be able to reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={classes.tree} tabIndex={0} aria-label={t('tools.answer.tree')}>
        <Branches value={json} path="" depth={0} onTake={onTake} />
      </section>
    </div>
  )
}

interface BranchProps {
  value: unknown
  path: string | undefined
  depth: number
  onTake: (path: string) => void
}

const OPEN_DEPTH = 2

function Branches({ value, path, depth, onTake }: BranchProps) {
  return (
    <ul className={classes.branches}>
      {branchesOf(value, path).map((branch) => {
        const inner = typeof branch.value === 'object' && branch.value !== null
        const leaf = <Leaf key={branch.label} {...branch} inner={inner} onTake={onTake} />
        return (
          <li key={branch.label}>
            {inner ? (
              <details open={depth < OPEN_DEPTH}>
                <summary className={classes.summary}>{branch.label}</summary>
                {leaf}
                <Branches value={branch.value} path={branch.path} depth={depth + 1} onTake={onTake} />
              </details>
            ) : (
              leaf
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface LeafProps {
  label: string
  value: unknown
  path: string | undefined
  inner: boolean
  onTake: (path: string) => void
}

function Leaf({ label, value, path, inner, onTake }: LeafProps) {
  const { t } = useTranslation()
  const text = inner
    ? t(Array.isArray(value) ? 'tools.answer.list' : 'tools.answer.object', { name: label })
    : `${label}: ${JSON.stringify(value)}`
  return (
    <UnstyledButton
      className={classes.leaf}
      data-inner={inner || undefined}
      disabled={path === undefined}
      title={path ?? t('tools.answer.noPath')}
      onClick={() => path !== undefined && onTake(path)}
    >
      {text.slice(0, 300)}
    </UnstyledButton>
  )
}
