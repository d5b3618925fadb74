import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useDeniedReason } from '../../lib/permissions.ts'
import { PermissionTooltip } from '../overlay/permission-tooltip.tsx'

interface Props {
  label: string
  onClick: () => void
  /** Why the user may not, '' if they may; by default whether they are an editor. */
  why?: string
}

/** Creates a list entry. */
export function NewButton({ label, onClick, why }: Props) {
  const refused = useDeniedReason('editor')
  return (
    <PermissionTooltip why={why ?? refused}>
      <Button leftSection={<IconPlus size={16} stroke={1.5} />} onClick={onClick}>
        {label}
      </Button>
    </PermissionTooltip>
  )
}
