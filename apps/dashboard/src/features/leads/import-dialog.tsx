// Imports people from a file or pasted text: maps columns, previews the result, then imports.
import {
  Alert,
  Autocomplete,
  Button,
  Group,
  Progress,
  SegmentedControl,
  Select,
  Stack,
  Table,
  Text,
  Textarea,
} from '@mantine/core'
import { decodeText } from '@parlance/contract/lib/decode-text'
import { readPasted } from '@parlance/contract/leads/import'
import { type ImportRow, MAX_IMPORT_ROWS } from '@parlance/contract/leads/schemas'
import { storable } from '@parlance/contract/lib/text'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileDrop } from '../../components/inputs/upload/file-drop.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { useGuardedClose } from '../../lib/unsaved-guard.tsx'
import { guessTargets, type ParsedFile, readCsv, rowsOf, type Target, TARGETS } from './import-file.ts'
import classes from './leads.module.css'
import { useImport, type Outcome } from './use-import.ts'
import { useLeadSettings, useRefresh } from './use-leads.ts'

const MAX_BYTES = 30_000_000
/** The most invalid lines listed. */
const LISTED = 100

type Input = { at: 'choose' } | { at: 'columns'; file: ParsedFile; targets: Target[] }
type Step = Input | { at: 'preview'; rows: ImportRow[]; unreadable: readonly number[]; before: Input } | { at: 'done' }
type Source = 'file' | 'text'

export default function ImportDialog({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const refresh = useRefresh()
  const [step, setStep] = useState<Step>({ at: 'choose' })
  const [group, setGroup] = useState('')
  const [from, setFrom] = useState<Source>('file')
  const [text, setText] = useState('')
  const [isDryRun, setDryRun] = useState(true)
  const run = useImport(agentId)
  const close = useGuardedClose(step.at !== 'done' && (text.trim() !== '' || (run.running && !isDryRun)), onClose)
  const preview = (before: Input, rows: ImportRow[], unreadable: readonly number[] = []) => {
    setStep({ at: 'preview', rows, unreadable, before })
    setDryRun(true)
    void run.send(rows, group.trim(), true)
  }
  const bring = async (rows: ImportRow[], before?: Outcome) => {
    setDryRun(false)
    const isDone = await run.send(rows, group.trim(), false, before)
    void refresh()
    if (isDone) setStep({ at: 'done' })
  }
  const goOn = (rows: ImportRow[]) => {
    if (run.failure === '') return bring(rows)
    return isDryRun ? run.send(rows, group.trim(), true, run.outcome) : bring(rows, run.outcome)
  }
  return (
    <Dialog onClose={close} title={t('leads.import.title')} size="xl" closeOnClickOutside={false}>
      {step.at === 'choose' && (
        <Choose
          agentId={agentId}
          group={group}
          onGroup={setGroup}
          from={from}
          onFrom={setFrom}
          text={text}
          onText={setText}
          onFile={(file) => setStep({ at: 'columns', file, targets: guessTargets(file.titles) })}
          onRows={(rows) => preview(step, rows)}
        />
      )}
      {step.at === 'columns' && (
        <Columns
          file={step.file}
          targets={step.targets}
          onTargets={(targets) => setStep({ ...step, targets })}
          onBack={() => setStep({ at: 'choose' })}
          onNext={() => preview(step, rowsOf(step.file, step.targets), step.file.unreadable)}
        />
      )}
      {step.at === 'preview' && (
        <Stack>
          <Preview rows={step.rows} />
          <Result
            outcome={run.outcome}
            unreadable={step.unreadable}
            total={step.rows.length}
            words={isDryRun ? 'preview' : 'done'}
          />
          {run.failure && (
            <Alert color="red" role="alert">
              {run.failure}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" disabled={run.running} onClick={() => setStep(step.before)}>
              {t('leads.import.back')}
            </Button>
            <Button
              loading={run.running}
              disabled={run.failure === '' && run.outcome.created + run.outcome.updated === 0}
              onClick={() => void goOn(step.rows)}
            >
              {run.failure
                ? t('common.tryAgain')
                : t('leads.import.go', { count: run.outcome.created + run.outcome.updated })}
            </Button>
          </Group>
        </Stack>
      )}
      {step.at === 'done' && (
        <Stack>
          <Result outcome={run.outcome} unreadable={[]} total={run.outcome.done} words="done" />
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('common.close')}</Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  )
}

interface ChooseProps {
  agentId: string
  group: string
  onGroup: (group: string) => void
  from: Source
  onFrom: (from: Source) => void
  text: string
  onText: (text: string) => void
  onFile: (file: ParsedFile) => void
  onRows: (rows: ImportRow[]) => void
}

function Choose({ agentId, group, onGroup, from, onFrom, text, onText, onFile, onRows }: ChooseProps) {
  const { t } = useTranslation()
  const { groups } = useLeadSettings(agentId)
  const [problem, setProblem] = useState('')
  const take = async (file: File | undefined) => {
    if (!file) return
    if (file.size > MAX_BYTES) return setProblem(t('leads.import.tooBig'))
    const text = decodeText(new Uint8Array(await file.arrayBuffer()))
    if (text === undefined) return setProblem(t('leads.import.notText'))
    const read = readCsv(text)
    if (read.rows.length === 0) return setProblem(t('leads.import.noRows'))
    if (read.rows.length > MAX_IMPORT_ROWS) return setProblem(t('leads.import.tooMany', { max: MAX_IMPORT_ROWS }))
    onFile(read)
  }
  const paste = () => {
    const rows = readPasted(storable(text))
    if (rows.length === 0) return setProblem(t('leads.import.nobody'))
    onRows(rows)
  }
  return (
    <Stack>
      <SegmentedControl
        aria-label={t('leads.import.from')}
        data={[
          { value: 'file', label: t('leads.import.file') },
          { value: 'text', label: t('leads.import.text') },
        ]}
        value={from}
        onChange={(next) => {
          setProblem('')
          onFrom(next === 'text' ? 'text' : 'file')
        }}
      />
      <Autocomplete
        label={t('leads.group')}
        description={t('leads.import.groupHint')}
        data={groups.map(({ name }) => name)}
        maxLength={100}
        value={group}
        onChange={onGroup}
      />
      {from === 'file' ? (
        <FileDrop
          choose={t('leads.import.choose')}
          hint={t('leads.import.drop')}
          rules={t('leads.import.rules', { max: MAX_IMPORT_ROWS })}
          accept=".csv,.tsv,.txt,text/csv"
          onFiles={([file]) => void take(file)}
        />
      ) : (
        <Textarea
          label={t('leads.import.paste')}
          description={t('leads.import.pasteHint')}
          autosize
          minRows={6}
          maxRows={14}
          maxLength={500_000}
          value={text}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
        />
      )}
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      {from === 'text' && (
        <Group justify="flex-end">
          <Button disabled={text.trim() === ''} onClick={paste}>
            {t('leads.import.next')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

interface ColumnsProps {
  file: ParsedFile
  targets: readonly Target[]
  onTargets: (targets: Target[]) => void
  onBack: () => void
  onNext: () => void
}

function Columns({ file, targets, onTargets, onBack, onNext }: ColumnsProps) {
  const { t } = useTranslation()
  const example = (column: number) => file.rows.find(({ cells }) => cells[column]?.trim())?.cells[column] ?? ''
  const isUsable = targets.some((target) => ['name', 'firstName', 'lastName', 'email', 'phone'].includes(target))
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('leads.import.columnsHint')}
      </Text>
      <Table aria-label={t('leads.import.columns')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('leads.import.column')}</Table.Th>
            <Table.Th>{t('leads.import.becomes')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {file.titles.map((title, column) => (
            // Titles may repeat.
            // oxlint-disable-next-line react/no-array-index-key
            <Table.Tr key={column}>
              <Table.Td maw={260}>
                <Text size="sm" fw={500} className="truncate" dir="auto">
                  {title || t('leads.import.untitled', { number: column + 1 })}
                </Text>
                <Text size="xs" c="dimmed" className="truncate" dir="auto">
                  {example(column)}
                </Text>
              </Table.Td>
              <Table.Td>
                <Select
                  allowDeselect={false}
                  aria-label={t('leads.import.becomesOf', { column: title || String(column + 1) })}
                  data={TARGETS.filter((target) => target !== 'custom' || title !== '').map((target) => ({
                    value: target,
                    label: t(`leads.import.targets.${target}`),
                  }))}
                  value={targets[column] ?? 'skip'}
                  onChange={(value) =>
                    onTargets(targets.map((target, at) => (at === column ? (value as Target) : target)))
                  }
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {!isUsable && <Alert color="yellow">{t('leads.import.needs')}</Alert>}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {t('leads.import.back')}
        </Button>
        <Button disabled={!isUsable} onClick={onNext}>
          {t('leads.import.next')}
        </Button>
      </Group>
    </Stack>
  )
}

/** The first resulting leads. */
function Preview({ rows }: { rows: readonly ImportRow[] }) {
  const { t } = useTranslation()
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table aria-label={t('leads.import.preview')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('leads.import.line')}</Table.Th>
            <Table.Th>{t('leads.name')}</Table.Th>
            <Table.Th>{t('leads.email')}</Table.Th>
            <Table.Th>{t('leads.phone')}</Table.Th>
            <Table.Th>{t('leads.fields')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, 5).map((row) => (
            <Table.Tr key={row.line}>
              <Table.Td>{row.line}</Table.Td>
              <Table.Td dir="auto">{row.name.slice(0, 80)}</Table.Td>
              <Table.Td dir="auto">{row.email.slice(0, 80)}</Table.Td>
              <Table.Td>
                <bdi>{row.phone.slice(0, 40)}</bdi>
              </Table.Td>
              <Table.Td dir="auto">
                {Object.entries(row.variables)
                  .map(([name, value]) => `${name}: ${value.slice(0, 40)}`)
                  .join(' · ')
                  .slice(0, 120)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

interface ResultProps {
  outcome: Outcome
  unreadable: readonly number[]
  total: number
  words: 'preview' | 'done'
}

function Result({ outcome, unreadable, total, words }: ResultProps) {
  const { t } = useTranslation()
  const broken = [
    ...unreadable.map((line) => ({ line, text: t('leads.import.unreadable') })),
    ...outcome.broken,
  ].toSorted((a, b) => a.line - b.line)
  const { created, updated, done } = outcome
  return (
    <Stack gap="xs">
      {done < total && <Progress value={(done / total) * 100} aria-label={t('leads.import.progress')} />}
      <Text component="output">
        {t(`leads.import.${words}Created`, { count: created })} {t(`leads.import.${words}Updated`, { count: updated })}
      </Text>
      {broken.length > 0 && (
        <Alert color="yellow" title={t('leads.import.broken', { count: broken.length })}>
          {/* Scrolls, so the keyboard must be able to reach it. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <ul className={classes.broken} tabIndex={0} aria-label={t('leads.import.brokenLines')}>
            {broken.slice(0, LISTED).map(({ line, text }) => (
              <li key={line}>{t('leads.import.brokenLine', { line, reason: text })}</li>
            ))}
          </ul>
          {broken.length > LISTED && t('leads.import.andMore', { count: broken.length - LISTED })}
        </Alert>
      )}
    </Stack>
  )
}
