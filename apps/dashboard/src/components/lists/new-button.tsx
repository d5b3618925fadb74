import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useDeniedReason } from '../../lib/permissions.ts'
import { PermissionTooltip } from '../overlay/permission-tooltip.tsx'

/** Creates a list entry; shown to editors. */
export function NewButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <PermissionTooltip why={useDeniedReason('editor')}>
      <Button leftSection={<IconPlus size={16} stroke={1.5} />} onClick={onClick}>
        {label}
      </Button>
    </PermissionTooltip>
  )
}
