// The people phone calls can be transferred to.
import { ActionIcon, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import {
  MOST_TRANSFER_TARGETS,
  plainNumber,
  refusalOfTransferNumber,
  TRANSFER_MODES,
  type TransferTarget,
} from '@parlance/contract/voice/transfer-numbers'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Editing } from '../../../../components/feedback/read-only.tsx'
import { Section } from '../../../../components/layout/page.tsx'
import { useVoice } from '../use-voice.ts'

const MAX_LABEL = 60

/** Incomplete and refused rows are not saved. */
export function Transfers({ own }: { own: readonly string[] }) {
  const { t } = useTranslation()
  const { voice, set } = useVoice()
  const saved = voice.config.transfers ?? []
  const [rows, setRows] = useState<readonly TransferTarget[]>(saved)
  const kept = keptRows(rows, own)
  // Another edit, or a restored version, replaces the rows.
  const shown = JSON.stringify(kept) === JSON.stringify(saved) ? rows : saved
  const change = (next: readonly TransferTarget[]) => {
    setRows(next)
    set('config', { transfers: keptRows(next, own) })
  }
  const faultOf = ({ number }: TransferTarget) => {
    if (number.trim() === '') return undefined
    const plain = plainNumber(number)
    if (own.includes(plain)) return t('phone.transfers.own')
    const refusal = refusalOfTransferNumber(plain)
    return refusal && t(`phone.transfers.${refusal}`)
  }
  return (
    <Section title={t('phone.transfers.title')} description={t('phone.transfers.text')}>
      <Stack gap="xs">
        {shown.map((row, index) => (
          // Rows have no id; new ones are only added at the end.
          // oxlint-disable-next-line react/no-array-index-key
          <Group key={index} gap="xs" align="flex-start">
            <TextInput
              flex="1 1 140px"
              label={t('phone.transfers.label')}
              placeholder={t('phone.transfers.labelExample')}
              maxLength={MAX_LABEL}
              value={row.label}
              error={isTwice(shown, index) ? t('phone.transfers.twice') : undefined}
              onChange={(event) => change(shown.with(index, { ...row, label: event.currentTarget.value }))}
            />
            <TextInput
              flex="1 1 160px"
              label={t('phone.transfers.number')}
              placeholder="+15550107777"
              type="tel"
              dir="ltr"
              maxLength={40}
              value={row.number}
              error={faultOf(row)}
              onChange={(event) => change(shown.with(index, { ...row, number: event.currentTarget.value }))}
            />
            <Select
              flex="1 1 200px"
              label={t('phone.transfers.mode')}
              data={TRANSFER_MODES.map((value) => ({ value, label: t(`phone.transfers.modes.${value}`) }))}
              allowDeselect={false}
              value={row.mode}
              onChange={(mode) => change(shown.with(index, { ...row, mode: mode === 'warm' ? 'warm' : 'cold' }))}
            />
            <Editing>
              <ActionIcon
                mt={24}
                size="input-sm"
                variant="subtle"
                color="gray"
                aria-label={t('phone.transfers.remove', { name: row.label || row.number })}
                onClick={() => change(shown.toSpliced(index, 1))}
              >
                <IconTrash size={16} stroke={1.5} />
              </ActionIcon>
            </Editing>
          </Group>
        ))}
        {shown.length > 0 && (
          <Text size="sm" c="dimmed">
            {t('phone.transfers.handoffHint')}
          </Text>
        )}
        <Editing>
          <Button
            variant="default"
            size="xs"
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconPlus size={16} stroke={1.5} />}
            disabled={shown.length >= MOST_TRANSFER_TARGETS}
            onClick={() => setRows([...shown, { label: '', number: '', mode: 'cold' }])}
          >
            {t('phone.transfers.add')}
          </Button>
        </Editing>
      </Stack>
    </Section>
  )
}

const isTwice = (rows: readonly TransferTarget[], index: number): boolean =>
  rows.slice(0, index).some(({ label }) => label.trim() !== '' && label.trim() === rows[index]?.label.trim())

const keptRows = (rows: readonly TransferTarget[], own: readonly string[]): TransferTarget[] =>
  rows
    .filter((row, index) => {
      const plain = plainNumber(row.number)
      const isNamed = row.label.trim() !== '' && !isTwice(rows, index)
      return isNamed && !own.includes(plain) && refusalOfTransferNumber(plain) === undefined
    })
    .map(({ label, number, mode }) => ({ label: label.trim(), number: plainNumber(number), mode }))
