// What the parts of the editor have in common.
import { Stack, Text, Title } from '@mantine/core'
import type { Tool } from '@parlance/contract/tools/schemas'
import type { ReactNode } from 'react'
import type { Issues } from './tool-form.ts'

export interface Part {
  tool: Tool
  set: (change: Partial<Tool>) => void
  issues: Issues
  /** Says what is missing too, not only what is wrong. */
  strict: boolean
}

/** A part of the editor under a heading of its own. */
export function Block({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={3}>{title}</Title>
      {text && (
        <Text size="sm" c="dimmed" mt={2}>
          {text}
        </Text>
      )}
      <Stack gap="sm" mt="sm">
        {children}
      </Stack>
    </section>
  )
}
