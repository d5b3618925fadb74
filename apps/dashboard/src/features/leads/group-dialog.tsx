import { Autocomplete, Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/overlay/dialog.tsx'

interface Props {
  groups: readonly string[]
  /** Empty for no group. */
  onChoose: (group: string) => void
  onClose: () => void
}

export function GroupDialog({ groups, onChoose, onClose }: Props) {
  const { t } = useTranslation()
  const [group, setGroup] = useState('')
  return (
    <Dialog onClose={onClose} title={t('leads.setGroup')}>
      <Stack>
        <Autocomplete
          label={t('leads.group')}
          description={t('leads.groupHint')}
          data={[...groups]}
          maxLength={100}
          value={group}
          onChange={setGroup}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button onClick={() => onChoose(group.trim())}>{t('common.save')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
