// A tool's read-only view.
import { Stack } from '@mantine/core'
import type { Tool } from '@parlance/contract/tools/schemas'
import { ReadOnlyProvider } from '../feedback/read-only.tsx'
import { SideDrawer } from '../overlay/side-drawer.tsx'
import { Answer } from './answer.tsx'
import { Availability } from './availability.tsx'
import { Basics } from './basics.tsx'
import type { ToolCalls } from './calls.ts'
import { Fields } from './fields.tsx'
import { toolIssues } from './tool-form.ts'

interface Props {
  title: string
  tool: Tool
  calls: ToolCalls
  /** Why nothing can be changed. */
  why: string
  onClose: () => void
}

export function ToolView({ title, tool, calls, why, onClose }: Props) {
  const part = { tool, set: () => undefined, issues: toolIssues(tool), strict: false }
  return (
    <SideDrawer title={title} onClose={onClose} size="min(720px, 100vw)">
      <ReadOnlyProvider why={why} as="part">
        <Stack gap="xl" miw={0}>
          <Basics {...part} />
          <Fields {...part} calls={calls} />
          <Answer {...part} response={undefined} />
          <Availability {...part} />
        </Stack>
      </ReadOnlyProvider>
    </SideDrawer>
  )
}
