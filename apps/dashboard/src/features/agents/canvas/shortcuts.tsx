import { Kbd, Table } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadOnly } from '../../../components/feedback/read-only.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'

const KEYS = [
  ['walk', ['Tab']],
  ['edit', ['Enter']],
  ['move', ['←', '↑', '→', '↓']],
  ['remove', ['Delete']],
  ['add', ['A']],
  ['connect', ['C']],
  ['copy', ['Ctrl C', 'Ctrl X', 'Ctrl V']],
  ['duplicate', ['Ctrl D']],
  ['undo', ['Ctrl Z', 'Ctrl Shift Z']],
  ['all', ['Ctrl A']],
  ['find', ['/']],
  ['fit', ['F']],
  ['layout', ['L']],
  ['escape', ['Esc']],
  ['help', ['?']],
] as const

/** Shortcuts that change nothing. */
const LOOKS: ReadonlySet<string> = new Set(['walk', 'edit', 'all', 'find', 'fit', 'escape', 'help'])

interface Props {
  opened: boolean
  onClose: () => void
}

export const Shortcuts = memo(function Shortcuts({ opened, onClose }: Props) {
  const { t } = useTranslation()
  const readOnly = useReadOnly()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('studio.canvas.shortcuts')}>
      <Table>
        <Table.Tbody>
          {KEYS.filter(([what]) => !readOnly || LOOKS.has(what)).map(([what, keys]) => (
            <Table.Tr key={what}>
              <Table.Td>{t(`studio.canvas.keys.${what}`)}</Table.Td>
              <Table.Td ta="end">
                {keys.map((key) => (
                  <Kbd key={key} ms={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  )
})
